//! Encryption of its own, and a proxy in front.

use std::sync::Arc;

use crate::common::{options, start_with};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use trinta_server::{Server, ServerOptions, StartError, TlsFiles};
use trinta_store::MemoryStore;

/// A certificate that nobody but this test trusts, in files.
struct Certificate {
    folder: tempfile::TempDir,
    der: CertificateDer<'static>,
}

impl Certificate {
    fn new() -> Certificate {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("cert.pem"), made.cert.pem()).unwrap();
        std::fs::write(folder.path().join("key.pem"), made.signing_key.serialize_pem()).unwrap();
        Certificate { folder, der: made.cert.der().clone() }
    }

    fn files(&self) -> TlsFiles {
        TlsFiles { certificate: self.folder.path().join("cert.pem"), key: self.folder.path().join("key.pem") }
    }

    /// Somebody who trusts this certificate and no other.
    fn trusted(&self) -> TlsConnector {
        let mut roots = RootCertStore::empty();
        roots.add(self.der.clone()).unwrap();
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        TlsConnector::from(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
    }
}

fn encrypted(certificate: &Certificate) -> ServerOptions {
    let mut options = options();
    options.tls = Some(certificate.files());
    options.app.secure = true;
    options
}

async fn ask(stream: &mut (impl tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin), request: &str) -> String {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // A connection that is closed without the goodbye of the encryption has said all the same.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

const HEALTH: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/// Whether a connection is taken: the server says nothing on one that it has no room for, and ends it.
async fn is_let_in(server: &Server) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.ok()?;
    answer.starts_with(b"HTTP/1.1 200").then_some(stream)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_does_not_take_all_the_room() {
    let mut options = options();
    options.app.connections_per_address = 2;
    options.app.hall_connections_per_address = 0;
    let server = start_with(options, Arc::new(MemoryStore::new())).await;
    let mut open = Vec::new();
    for _ in 0..4 {
        open.push(is_let_in(&server).await.expect("there is room"));
    }
    assert!(is_let_in(&server).await.is_none(), "one too many");
    open.pop();
    // The server notices in its own time.
    let mut again = None;
    for _ in 0..100 {
        again = is_let_in(&server).await;
        if again.is_some() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(again.is_some(), "there is room again");
    drop(open);
    server.stop().await.unwrap();
}

fn new_guest(headers: &str) -> String {
    let body = r#"{"name":"Ana"}"#;
    format!(
        "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hands_are_shaken_and_cookies_stay_on_encrypted_connections() {
    let certificate = Certificate::new();
    let server = start_with(encrypted(&certificate), Arc::new(MemoryStore::new())).await;
    let connect = async |connector: TlsConnector| {
        let stream = TcpStream::connect(server.address()).await.unwrap();
        connector.connect(ServerName::try_from("localhost").unwrap(), stream).await
    };
    let answer = ask(&mut connect(certificate.trusted()).await.unwrap(), HEALTH).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("ok\n"), "{answer}");
    let answer = ask(&mut connect(certificate.trusted()).await.unwrap(), &new_guest("")).await;
    let cookie = answer.lines().find(|line| line.to_lowercase().starts_with("set-cookie")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("Secure"), "{cookie}");
    // Who trusts another certificate does not talk to this server.
    assert!(connect(Certificate::new().trusted()).await.is_err());
    // Who does not encrypt gets nothing, and the others go on.
    let mut plain = TcpStream::connect(server.address()).await.unwrap();
    let answer = ask(&mut plain, HEALTH).await;
    assert!(!answer.contains("200 OK"), "{answer}");
    let answer = ask(&mut connect(certificate.trusted()).await.unwrap(), HEALTH).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_key_of_another_certificate_is_refused_at_the_start() {
    let (one, other) = (Certificate::new(), Certificate::new());
    let mut options = encrypted(&one);
    options.tls = Some(TlsFiles { key: other.files().key, ..one.files() });
    let clock = trinta_server::clock::Clock::system();
    let chance = Arc::new(trinta_server::chance::SystemChance);
    let refused = Server::start(options, Arc::new(MemoryStore::new()), clock, chance).await.unwrap_err();
    assert!(matches!(refused, StartError::Tls(_)), "{refused}");
    assert!(refused.to_string().contains("do not match"), "{refused}");
}

/// How many of 250 guests, each of another address by the proxy's word, are taken before there are too many.
async fn guests(behind_proxy: bool, header: impl Fn(u8) -> String) -> usize {
    let mut options = options();
    options.limits = true;
    options.app.proxies = u8::from(behind_proxy);
    let server = start_with(options, Arc::new(MemoryStore::new())).await;
    let mut taken = 0;
    for number in 0..250 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let answer = ask(&mut stream, &new_guest(&format!("X-Forwarded-For: {}\r\n", header(number)))).await;
        taken += usize::from(answer.starts_with("HTTP/1.1 201"));
    }
    server.stop().await.unwrap();
    taken
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_is_whom_the_proxy_names_last_and_only_behind_a_proxy() {
    let each_their_own = |number: u8| format!("10.0.0.{number}");
    assert_eq!(guests(true, each_their_own).await, 250, "each address has its own budget");
    assert!(guests(false, each_their_own).await < 250, "without a proxy the header is only somebody's word");
    let made_up = |number: u8| format!("10.0.0.{number}, 192.0.2.1");
    assert!(guests(true, made_up).await < 250, "what stands before the last address is only somebody's word");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_site_is_what_the_proxy_says_and_only_behind_a_proxy() {
    for (behind_proxy, expected) in [(true, "HTTP/1.1 201"), (false, "HTTP/1.1 403")] {
        let mut options = options();
        options.app.hosts = vec!["play.example".to_owned()];
        options.app.proxies = u8::from(behind_proxy);
        let server = start_with(options, Arc::new(MemoryStore::new())).await;
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let headers =
            "Origin: https://play.example\r\nX-Forwarded-Host: play.example\r\nX-Forwarded-For: 192.0.2.1\r\n";
        let answer = ask(&mut stream, &new_guest(headers)).await;
        assert!(answer.starts_with(expected), "{behind_proxy}: {answer}");
        server.stop().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_are_compressed_for_those_who_accept_it() {
    let server = start_with(options(), Arc::new(MemoryStore::new())).await;
    for (accept, compressed) in [("Accept-Encoding: gzip\r\n", true), ("", false)] {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let request =
            format!("GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n{accept}Connection: close\r\n\r\n");
        let answer = ask(&mut stream, &request).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert_eq!(answer.to_lowercase().contains("content-encoding: gzip"), compressed);
        assert_eq!(answer.len() < trinta_server::http::openapi_json().len() / 2, compressed, "{}", answer.len());
    }
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let request =
        "GET /api/v1/visitor HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n";
    let answer = ask(&mut stream, request).await;
    assert!(answer.ends_with("null") && !answer.to_lowercase().contains("content-encoding"), "short: {answer}");
    server.stop().await.unwrap();
}
