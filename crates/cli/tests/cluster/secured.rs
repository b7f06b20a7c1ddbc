//! PostgreSQL and NATS with certificates and passwords: a node gets in with the right ones, and otherwise says what is wrong
//! and what to do, without naming a password.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use trinta_table::wire::Action;

use crate::node::program;
use crate::player::{Latencies, Nodes, sit_down};
use crate::services::{Service, free_address, give_to_services, nats, nats_with, postgres, sql, wait_for};
use crate::{ALONE, long_match};

/// A password with characters that mean something in an address, and as it is written there.
const PASSWORD: &str = "right/horse@stable:7%";
const ENCODED: &str = "right%2Fhorse%40stable%3A7%25";

/// An authority, and a certificate that it has signed for a server at 127.0.0.1.
struct Certificates {
    authority: PathBuf,
    certificate: PathBuf,
    key: PathBuf,
}

impl Certificates {
    fn make(folder: &Path, name: &str) -> Certificates {
        let mut authority = CertificateParams::new(Vec::new()).unwrap();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        authority.distinguished_name.push(rcgen::DnType::CommonName, format!("authority {name}"));
        let authority_key = KeyPair::generate().unwrap();
        let signed = authority.self_signed(&authority_key).unwrap();
        let issuer = Issuer::new(authority, authority_key);
        let key = KeyPair::generate().unwrap();
        let server = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap().signed_by(&key, &issuer).unwrap();
        let write = |kind: &str, text: String| {
            let file = folder.join(format!("{name}-{kind}.pem"));
            fs::write(&file, text).unwrap();
            file
        };
        let made = Certificates {
            authority: write("authority", signed.pem()),
            certificate: write("certificate", server.pem()),
            key: write("key", key.serialize_pem()),
        };
        fs::set_permissions(&made.key, fs::Permissions::from_mode(0o600)).unwrap();
        give_to_services(&made.key);
        made
    }
}

/// Has PostgreSQL take connections with TLS and a password alone.
fn secure_postgres(postgres: &mut Service, data: &Path, certificates: &Certificates) {
    sql(postgres.address, "trinta", &format!("ALTER USER trinta PASSWORD '{PASSWORD}'")).unwrap();
    postgres.kill();
    fs::write(data.join("pg_hba.conf"), "hostssl trinta trinta 127.0.0.1/32 scram-sha-256\n").unwrap();
    let settings = format!(
        "ssl = on\nssl_cert_file = '{}'\nssl_key_file = '{}'\n",
        certificates.certificate.display(),
        certificates.key.display()
    );
    fs::write(data.join("postgresql.auto.conf"), settings).unwrap();
    give_to_services(data);
    postgres.restart();
    // It was killed, and goes through its log first.
    wait_for("PostgreSQL does not start", || {
        sql(postgres.address, "trinta", "SELECT 1").is_err_and(|why| why.contains("password"))
    });
}

/// NATS with TLS and a password, set up as in `deploy/nats.conf`.
fn secure_nats(folder: &Path, certificates: &Certificates) -> Service {
    let config = folder.join("nats.conf");
    let text = format!(
        "tls {{\n  cert_file: \"{}\"\n  key_file: \"{}\"\n}}\nauthorization {{\n  user: trinta\n  password: \"{PASSWORD}\"\n}}\n",
        certificates.certificate.display(),
        certificates.key.display()
    );
    fs::write(&config, text).unwrap();
    give_to_services(&config);
    nats_with(&["-c", &config.to_string_lossy()])
}

/// What a node is told of its services.
#[derive(Clone)]
struct Way {
    store: String,
    bus: String,
    bus_ca: Option<PathBuf>,
}

/// A node that serves; it ends when this is dropped.
struct Serving {
    child: Child,
    address: SocketAddr,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a node; if it does not come to serve, what it says.
fn serve(way: &Way) -> Result<Serving, String> {
    let address = free_address();
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]).arg(program()).args(["serve", "--no-open", "--log", "info"]);
    command.args(["--listen", &address.to_string()]).env("TRINTA_STORE", &way.store).env("TRINTA_BUS", &way.bus);
    if let Some(file) = &way.bus_ca {
        command.env("TRINTA_BUS_CA", file);
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut said, mut complained) = (String::new(), String::new());
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    if !said.is_empty() {
        // Nobody reads its log: it must not wait for that.
        let mut log = child.stderr.take().unwrap();
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        return Ok(Serving { child, address });
    }
    child.stderr.take().unwrap().read_to_string(&mut complained).unwrap();
    assert!(!child.wait().unwrap().success(), "{complained}");
    Err(complained)
}

/// Has a node fail, with all of these in what it says, and no password.
fn refused(name: &str, way: &Way, expected: &[&str]) {
    let said = serve(way).err().unwrap_or_else(|| panic!("{name}: it serves"));
    println!("{name}: {}", said.trim());
    for part in expected {
        assert!(said.to_lowercase().contains(&part.to_lowercase()), "{name}: `{part}` is not in: {said}");
    }
    for password in [PASSWORD, ENCODED, "wrong-horse"] {
        assert!(!said.contains(password), "{name}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_reach_their_services_by_tls_and_password_and_say_what_is_wrong_otherwise() {
    let _alone = ALONE.lock().await;
    let folder = tempfile::tempdir().unwrap();
    // Services run as another user, who has to get at the files.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let mut postgres_server = postgres(folder.path());
    let (own, other) = (Certificates::make(folder.path(), "own"), Certificates::make(folder.path(), "other"));
    secure_postgres(&mut postgres_server, &folder.path().join("postgres"), &own);
    let nats_server = secure_nats(folder.path(), &own);
    let (database, bus) = (postgres_server.address, nats_server.address);
    let trusted = own.authority.display().to_string();
    let store = |password: &str, mode: &str| format!("postgres://trinta:{password}@{database}/trinta?sslmode={mode}");
    let right = Way {
        store: store(ENCODED, &format!("verify-full&sslrootcert={trusted}")),
        bus: format!("tls://trinta:{ENCODED}@{bus}"),
        bus_ca: Some(own.authority.clone()),
    };

    // Two nodes that were let in serve a table together.
    let serving = [serve(&right).unwrap(), serve(&right).unwrap()];
    let way_to = |node: &Serving| (node.address, Arc::new(AtomicBool::new(true)));
    let way = Nodes(Arc::new(serving.iter().map(way_to).collect()));
    let mut players = sit_down(&way, &long_match(600), 0, &Latencies::default()).await;
    for (player, node) in players.iter_mut().zip(&serving) {
        player.come_to(&Nodes(Arc::new(vec![way_to(node)])));
        player.idle(std::time::Duration::from_millis(100)).await;
    }
    players[0].act("c1", &Action::Begin).await.unwrap();
    let at_other_node = &mut players[1];
    while at_other_node.follower.turn().is_none() {
        at_other_node.idle(std::time::Duration::from_millis(100)).await;
    }
    drop(serving);

    let with_store = |store: String| Way { store, ..right.clone() };
    refused(
        "PostgreSQL, wrong password",
        &with_store(store("wrong-horse", &format!("verify-full&sslrootcert={trusted}"))),
        &["password authentication failed", "check", "password"],
    );
    refused("PostgreSQL, without TLS", &with_store(store(ENCODED, "disable")), &["no encryption", "sslmode"]);
    refused(
        "PostgreSQL, another authority",
        &with_store(store(ENCODED, &format!("verify-full&sslrootcert={}", other.authority.display()))),
        &["certificate", "sslrootcert"],
    );
    refused(
        "PostgreSQL, an authority that the system does not trust",
        &with_store(store(ENCODED, "verify-full")),
        &["certificate", "sslrootcert"],
    );
    refused(
        "PostgreSQL, a certificate for another name",
        &with_store(right.store.replace("127.0.0.1", "localhost")),
        &["certificate", "sslmode"],
    );
    refused(
        "PostgreSQL, no file of the authority",
        &with_store(store(ENCODED, "verify-full&sslrootcert=/nowhere/authority.pem")),
        &["/nowhere/authority.pem"],
    );

    let with_bus = |bus: String| Way { bus, ..right.clone() };
    refused(
        "NATS, wrong password",
        &with_bus(right.bus.replace(ENCODED, "wrong-horse")),
        &["authorization violation", "check the name and the password"],
    );
    refused(
        "NATS, without password",
        &with_bus(format!("tls://{bus}")),
        &["authorization violation", "check the name and the password"],
    );
    refused(
        "NATS, another authority",
        &Way { bus_ca: Some(other.authority.clone()), ..right.clone() },
        &["certificate", "--bus-ca"],
    );
    refused(
        "NATS, an authority that the system does not trust",
        &Way { bus_ca: None, ..right.clone() },
        &["certificate", "--bus-ca"],
    );
    refused(
        "NATS, no file of the authority",
        &Way { bus_ca: Some("/nowhere/authority.pem".into()), ..right.clone() },
        &["/nowhere/authority.pem", "--bus-ca"],
    );
    // The server asks for TLS, so the password is never sent without it, whatever the address says.
    drop(serve(&with_bus(right.bus.replace("tls://", "nats://"))).unwrap());

    // Servers without TLS, where it is demanded.
    drop((postgres_server, nats_server));
    let plain_folder = tempfile::tempdir().unwrap();
    let (plain_database, plain_bus) = (postgres(plain_folder.path()), nats());
    refused(
        "PostgreSQL has no TLS",
        &Way {
            store: format!("postgres://trinta@{}/trinta?sslmode=require", plain_database.address),
            bus: format!("nats://{}", plain_bus.address),
            bus_ca: None,
        },
        &["TLS", "sslmode"],
    );
    refused(
        "NATS has no TLS",
        &Way {
            store: format!("postgres://trinta@{}/trinta", plain_database.address),
            bus: format!("tls://{}", plain_bus.address),
            bus_ca: Some(own.authority.clone()),
        },
        &["tls://"],
    );
}
