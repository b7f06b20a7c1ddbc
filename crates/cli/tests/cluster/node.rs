//! A node as a process of its own.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::Method;
use tokio::time::{sleep, timeout};
use trinta_client::Client;

use crate::proxy::Proxy;
use crate::services::free_address;

pub(crate) struct NodeProcess {
    pub(crate) name: String,
    pub(crate) address: SocketAddr,
    pub(crate) postgres: Proxy,
    pub(crate) nats: Proxy,
    pub(crate) ready: Arc<AtomicBool>,
    /// What the next start runs.
    pub(crate) program: PathBuf,
    config: PathBuf,
    log: PathBuf,
    child: Child,
}

impl NodeProcess {
    pub(crate) async fn start(name: &str, folder: &Path, postgres: SocketAddr, nats: SocketAddr) -> NodeProcess {
        NodeProcess::start_as(program(), name, folder, postgres, nats).await
    }

    pub(crate) async fn start_as(
        program: PathBuf,
        name: &str,
        folder: &Path,
        postgres: SocketAddr,
        nats: SocketAddr,
    ) -> NodeProcess {
        let (postgres, nats) = (Proxy::to(postgres).await, Proxy::to(nats).await);
        let config = folder.join("fast.toml");
        std::fs::write(&config, "rate_limits = false\nbot_delay_ms = 0\n").unwrap();
        let (address, log) = (free_address(), folder.join(format!("{name}.log")));
        let child = spawn(&program, name, address, &config, &log, postgres.address, nats.address);
        let ready = Arc::new(AtomicBool::new(false));
        tokio::spawn(watch_ready(address, ready.clone()));
        NodeProcess { name: name.to_owned(), address, postgres, nats, ready, program, config, log, child }
    }

    pub(crate) fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success(), "{} is not there", self.name);
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops in good order.
    pub(crate) async fn stop(&mut self) {
        self.signal("TERM");
        for _ in 0..600 {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{} does not stop in good order: {status}", self.name);
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
        panic!("{} does not stop:\n{}", self.name, self.log_tail());
    }

    pub(crate) fn restart(&mut self) {
        let (postgres, nats) = (self.postgres.address, self.nats.address);
        self.child = spawn(&self.program, &self.name, self.address, &self.config, &self.log, postgres, nats);
    }

    pub(crate) fn log_tail(&self) -> String {
        let mut text = String::new();
        let _ = File::open(&self.log).and_then(|mut file| file.read_to_string(&mut text));
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }
}

impl Drop for NodeProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program that is tested: that of this build, unless another one is named, such as one with optimisations.
pub(crate) fn program() -> PathBuf {
    std::env::var_os("TRINTA_PROGRAM").map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_trinta")), PathBuf::from)
}

fn spawn(
    program: &Path,
    name: &str,
    address: SocketAddr,
    config: &Path,
    log: &Path,
    postgres: SocketAddr,
    nats: SocketAddr,
) -> Child {
    let log = File::options().create(true).append(true).open(log).unwrap();
    let mut child = Command::new("setpriv")
        .args(["--pdeathsig", "KILL"])
        .arg(program)
        .args(["serve", "--no-open", "--log", "info"])
        .args(["--listen", &address.to_string(), "--advertise", name])
        .args(["--store", &format!("postgres://trinta@{postgres}/trinta"), "--bus", &format!("nats://{nats}")])
        .arg("--config")
        .arg(config)
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    child
}

/// What the health check of a proxy in front of the nodes does.
async fn watch_ready(address: SocketAddr, ready: Arc<AtomicBool>) {
    let client = Client::new(address);
    loop {
        let asked = timeout(Duration::from_secs(1), client.raw(Method::GET, "/readyz", &[], Vec::new())).await;
        let is_ready = matches!(&asked, Ok(Ok((status, ..))) if status.is_success());
        ready.store(is_ready, Ordering::Relaxed);
        sleep(Duration::from_millis(250)).await;
    }
}
