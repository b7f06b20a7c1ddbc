//! The server as a program: it starts, serves, stops, and its store can be copied.
#![cfg(unix)]

mod common;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use common::trinta;

struct Running {
    process: Child,
    address: String,
}

impl Running {
    fn start(data: &Path, more: &[&str]) -> Running {
        let (process, address) = common::serve(data, more, Stdio::piped());
        Running { process, address }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Terminates the server with a signal; returns its standard error and exit code.
    fn stop(mut self) -> (String, Option<i32>) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let mut said = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (said, self.process.wait().unwrap().code())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_game_is_played_from_the_terminal_and_everything_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Running::start(&data, &[]);
    assert!(server.get("/").contains("<title>Trinta</title>"));
    assert!(server.get("/table/x").contains("<title>Trinta</title>"), "a place in the page");
    assert!(server.get("/assets/none.js").starts_with("HTTP/1.1 404"));
    assert!(server.get("/healthz").ends_with("ok\n") && server.get("/readyz").ends_with("ok\n"));
    let config = folder.path().join("fast.toml");
    std::fs::write(&config, "bot_delay_ms = 0\nrate_limits = false\n").unwrap();
    drop(server);
    let server = Running::start(&data, &["--config", config.to_str().unwrap()]);
    let played = trinta(&["join", &server.address, "--bots", "1", "--auto", "--name", "Ana", "--level", "greedy"]);
    assert_eq!(played.code, 0, "{}", played.err);
    assert!(played.out.contains("\"event\":\"ended\""), "{}", played.out);
    assert!(server.get("/metrics").contains("trinta_finished_total 1\n"));

    // A second server on the same store is refused with the reason.
    let second = trinta(&["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()]);
    assert_eq!(second.code, 2);
    assert!(second.err.contains("in use by another process"), "{}", second.err);

    // A backup while the server runs.
    let copy = folder.path().join("copy.db");
    let data_text = data.to_str().unwrap();
    let copied = trinta(&["store", "--data", data_text, "backup", copy.to_str().unwrap()]);
    assert_eq!(copied.code, 0, "{}", copied.err);
    let (said, code) = server.stop();
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert_eq!(trinta(&["store", "--data", data_text, "check"]).code, 0);

    // The backup is restored elsewhere; an existing store is not overwritten.
    assert_eq!(trinta(&["store", "--data", data_text, "restore", copy.to_str().unwrap()]).code, 2);
    let elsewhere = folder.path().join("elsewhere");
    let restored = trinta(&["store", "--data", elsewhere.to_str().unwrap(), "restore", copy.to_str().unwrap()]);
    assert_eq!(restored.code, 0, "{}", restored.err);
    let server = Running::start(&elsewhere, &[]);
    assert!(server.get("/readyz").ends_with("ok\n"));
    assert_eq!(server.stop().1, Some(0));
}

#[test]
fn settings_are_checked_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trinta.toml");
    let check = |text: &str, more: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let mut arguments = vec!["serve", "--check-config", "--config", file.to_str().unwrap()];
        arguments.extend(more);
        trinta(&arguments)
    };
    let good = check("listen = \"127.0.0.1:4000\"\nbot_delay_ms = 10\nmetrics_token = \"0123456789abcdef\"\n", &[]);
    assert_eq!(good.code, 0, "{}", good.err);
    assert!(good.out.contains("listen = \"127.0.0.1:4000\"") && good.out.contains("bot_delay_ms = 10"), "{}", good.out);
    assert!(!good.out.contains("0123456789abcdef"), "a token is not shown");
    let flag = check("listen = \"127.0.0.1:4000\"\n", &["--listen", "127.0.0.1:5000"]);
    assert!(flag.out.contains("listen = \"127.0.0.1:5000\""), "flags win: {}", flag.out);
    for (text, said) in [
        ("listn = \"x\"\n", "listn"),
        ("listen = 5\n", "line 1"),
        ("stand_in = \"nobody\"\n", "there is no bot `nobody`"),
        ("tls_key = \"key.pem\"\n", "both tls_certificate and tls_key"),
        ("tls_certificate = \"none.pem\"\ntls_key = \"none.pem\"\n", "none.pem"),
        ("public_url = \"play.example\"\n", "not an address"),
        ("metrics_token = \"short\"\n", "at least 16"),
    ] {
        let bad = check(text, &[]);
        assert_eq!(bad.code, 2, "{text}");
        assert!(bad.err.contains(said), "{text}: {}", bad.err);
    }
}
