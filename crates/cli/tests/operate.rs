//! Operating the server: settings are reloaded on a signal, and the supervisor hears how it is.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned, crypto};

const LONG: Duration = Duration::from_secs(30);

struct Running {
    process: Child,
    address: String,
    log: Receiver<String>,
}

impl Running {
    fn start(data: &Path, config: &Path, environment: &[(&str, &str)]) -> Running {
        let mut process = Command::new(env!("CARGO_BIN_EXE_trinta"))
            .args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--data"])
            .arg(data)
            .arg("--config")
            .arg(config)
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
        // The address of this machine comes second, if there is a public one.
        let address =
            said.find_map(|line| line.rsplit("//").next().map(str::to_owned).filter(|at| at.starts_with("127.")));
        let address = address.expect("it is said where the server is");
        let (sender, log) = channel();
        let stderr = BufReader::new(process.stderr.take().unwrap());
        std::thread::spawn(move || stderr.lines().map_while(Result::ok).for_each(|line| drop(sender.send(line))));
        Running { process, address, log }
    }

    fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.process.id().to_string()]).status().unwrap().success());
    }

    /// The next line of the log with this in it.
    fn logged(&self, text: &str) -> String {
        loop {
            let line = self.log.recv_timeout(LONG).unwrap_or_else(|_| panic!("`{text}` is not logged"));
            if line.contains(text) {
                return line;
            }
        }
    }

    /// The whole answer to a request with these headers and this body.
    fn ask(&self, line: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (address, length) = (&self.address, body.len());
        write!(
            stream,
            "{line} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {length}\r\n{headers}Connection: close\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn metrics(&self, token: &str) -> String {
        self.ask("GET /metrics", &format!("Authorization: Bearer {token}\r\n"), "")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn s16_settings_are_reloaded_on_a_signal_that_killed_the_server_before() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("trinta.toml");
    let write = |text: &str| std::fs::write(&config, text).unwrap();
    let (old, new) = ("old-0123456789abcdef", "new-0123456789abcdef");
    write(&format!("metrics_token = \"{old}\"\n"));
    let server = Running::start(&folder.path().join("data"), &config, &[]);
    assert!(server.metrics(old).contains("trinta_store_seconds_bucket"));
    write(&format!("metrics_token = \"{new}\"\nbots_at_once = 7\n"));
    server.signal("-HUP");
    server.logged("were reloaded");
    let restart = server.logged("by a restart");
    assert!(restart.contains("bots_at_once") && !restart.contains("metrics_token"), "{restart}");
    assert!(server.metrics(old).starts_with("HTTP/1.1 404"));
    assert!(server.metrics(new).starts_with("HTTP/1.1 200"));
    // What is invalid changes nothing, and is said with the reason.
    write("metrics_token = \"short\"\n");
    server.signal("-HUP");
    let refused = server.logged("can't be reloaded");
    assert!(refused.contains("at least 16 characters"), "{refused}");
    assert!(server.metrics(new).starts_with("HTTP/1.1 200"));
}

/// A certificate that nobody but this test trusts.
struct Certificate {
    pem: String,
    key: String,
    der: CertificateDer<'static>,
}

impl Certificate {
    fn new() -> Certificate {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        Certificate { pem: made.cert.pem(), key: made.signing_key.serialize_pem(), der: made.cert.der().clone() }
    }

    /// Writes it where the server looks for it.
    fn put(&self, folder: &Path) {
        std::fs::write(folder.join("cert.pem"), &self.pem).unwrap();
        std::fs::write(folder.join("key.pem"), &self.key).unwrap();
    }

    /// A connection of somebody who trusts this certificate and no other.
    fn connect(&self, server: &Running) -> StreamOwned<ClientConnection, TcpStream> {
        let mut roots = RootCertStore::empty();
        roots.add(self.der.clone()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let connection = ClientConnection::new(Arc::new(config), ServerName::try_from("localhost").unwrap()).unwrap();
        let stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        StreamOwned::new(connection, stream)
    }
}

/// Whether the server answers on a connection, which stays open.
fn answers(stream: &mut StreamOwned<ClientConnection, TcpStream>) -> bool {
    if stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").is_err() {
        return false;
    }
    let mut answer = Vec::new();
    while !answer.ends_with(b"ok\n") {
        let mut byte = [0];
        if stream.read_exact(&mut byte).is_err() {
            return false;
        }
        answer.push(byte[0]);
    }
    answer.starts_with(b"HTTP/1.1 200")
}

#[test]
fn s16_certificates_are_read_again_on_a_signal_and_connections_stay() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("trinta.toml");
    let name = |file: &str| folder.path().join(file).display().to_string();
    let (cert, key) = (name("cert.pem"), name("key.pem"));
    std::fs::write(&config, format!("tls_certificate = {cert:?}\ntls_key = {key:?}\n")).unwrap();
    let (old, new) = (Certificate::new(), Certificate::new());
    old.put(folder.path());
    let server = Running::start(&folder.path().join("data"), &config, &[]);
    let mut kept = old.connect(&server);
    assert!(answers(&mut kept));
    new.put(folder.path());
    assert!(!answers(&mut new.connect(&server)), "not before the signal");
    server.signal("-HUP");
    server.logged("were reloaded");
    assert!(answers(&mut new.connect(&server)));
    assert!(!answers(&mut old.connect(&server)), "new connections get the new one");
    assert!(answers(&mut kept), "those that are open go on");
    // A key of another certificate changes nothing, and is said.
    std::fs::write(folder.path().join("key.pem"), &old.key).unwrap();
    server.signal("-HUP");
    let refused = server.logged("can't be reloaded");
    assert!(refused.contains("do not match"), "{refused}");
    assert!(answers(&mut new.connect(&server)) && answers(&mut kept));
}

#[test]
fn s16_behind_a_proxy_cookies_are_for_encrypted_connections_unless_the_operator_says_otherwise() {
    for (more, secure) in [("", true), ("public_url = \"http://play.example\"\n", false)] {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("trinta.toml");
        std::fs::write(&config, format!("behind_proxy = true\n{more}")).unwrap();
        let server = Running::start(&folder.path().join("data"), &config, &[]);
        let headers = "X-Forwarded-For: 192.0.2.1\r\nContent-Type: application/json\r\n";
        let answer = server.ask("POST /api/v1/session", headers, "{\"name\":\"Ana\"}").to_lowercase();
        let cookie = answer.lines().find(|line| line.starts_with("set-cookie")).expect("a cookie");
        assert_eq!(cookie.contains("; secure"), secure, "{cookie}");
        assert_eq!(answer.contains("strict-transport-security"), secure, "{answer}");
    }
}

#[test]
fn the_supervisor_hears_when_the_server_serves_lives_reloads_and_stops() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("trinta.toml");
    std::fs::write(&config, "").unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(LONG)).unwrap();
    let environment = [("NOTIFY_SOCKET", path.to_str().unwrap()), ("WATCHDOG_USEC", "400000")];
    let mut server = Running::start(&folder.path().join("data"), &config, &environment);
    let receive = || {
        let mut buffer = [0; 1000];
        let length = socket.recv(&mut buffer).expect("a message comes");
        String::from_utf8_lossy(&buffer[..length]).into_owned()
    };
    let receive_until = |wanted: &str| {
        while !receive().starts_with(wanted) {}
    };
    assert!(receive().starts_with("READY=1\n"));
    for _ in 0..3 {
        assert_eq!(receive(), "WATCHDOG=1");
    }
    server.signal("-HUP");
    receive_until("RELOADING=1");
    receive_until("READY=1");
    server.signal("-TERM");
    receive_until("STOPPING=1");
    assert_eq!(server.process.wait().unwrap().code(), Some(0));
}

#[test]
fn a_store_that_is_lost_ends_the_server_and_the_supervisor_hears_why() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("trinta.toml");
    std::fs::write(&config, "").unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(LONG)).unwrap();
    let data = folder.path().join("data");
    let mut server = Running::start(&data, &config, &[("NOTIFY_SOCKET", path.to_str().unwrap())]);
    std::fs::remove_file(data.join("trinta.db")).unwrap();
    server.logged("the server ends");
    assert_eq!(server.process.wait().unwrap().code(), Some(2));
    let mut buffer = [0; 4000];
    let last = loop {
        let length = socket.recv(&mut buffer).expect("a message comes");
        let message = String::from_utf8_lossy(&buffer[..length]).into_owned();
        if message.starts_with("STATUS=") {
            break message;
        }
    };
    assert!(last.contains("trinta.db.rescued"), "{last}");
}
