//! A PostgreSQL and a NATS server of their own, on free ports and in a temporary folder, for as long as they are needed.

use std::fs;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::run::{Shell, is_runnable, program};

/// Where tests find the servers.
pub(crate) const POSTGRES_VARIABLE: &str = "TRINTA_TEST_POSTGRES";
pub(crate) const NATS_VARIABLE: &str = "TRINTA_TEST_NATS";

/// Where Debian's package has the programs of the server, which are not in the search path.
const POSTGRES_PROGRAMS: &str = "/usr/lib/postgresql/15/bin";

/// The user that a server runs as if this process is root: `initdb` refuses root.
const UNPRIVILEGED: &str = "postgres";

/// How long a server may take until it answers, and until it has stopped.
const START_TIMEOUT: Duration = Duration::from_secs(60);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Both servers. They stop when this is dropped, and also if this process is killed.
pub(crate) struct Services {
    postgres: Server,
    nats: Server,
    /// Last, so that it goes when the servers have stopped.
    _folder: Folder,
}

impl Services {
    /// Starts both servers, with an empty database `trinta`.
    ///
    /// `durable`: whether PostgreSQL waits for the disk. A measurement needs it, and a test does not.
    pub(crate) fn start(shell: &Shell, durable: bool) -> Result<Services, String> {
        let folder = Folder::make()?;
        let postgres = start_postgres(shell, &folder.0, durable)?;
        let nats = start_nats()?;
        let services = Services { postgres, nats, _folder: folder };
        shell.print(&format!("=== {} and {} are running", services.postgres_url(), services.nats_url()));
        Ok(services)
    }

    /// The address of the database.
    pub(crate) fn postgres_url(&self) -> String {
        format!("postgres://trinta@127.0.0.1:{}/trinta", self.postgres.port)
    }

    /// The address of the bus.
    pub(crate) fn nats_url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.nats.port)
    }

    /// The variables by which tests find the servers.
    pub(crate) fn variables(&self) -> [(&'static str, String); 2] {
        [(POSTGRES_VARIABLE, self.postgres_url()), (NATS_VARIABLE, self.nats_url())]
    }
}

/// A folder that is removed when this is dropped.
struct Folder(PathBuf);

impl Folder {
    fn make() -> Result<Folder, String> {
        let folder = std::env::temp_dir().join(format!("trinta-services-{}", std::process::id()));
        let failed = |error: io::Error| format!("{} can't be made: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(failed)?;
        let folder = Folder(folder);
        if is_root() {
            let name = folder.0.to_string_lossy().into_owned();
            Shell::plain().run("chown", &[UNPRIVILEGED, &name], &[])?;
        }
        Ok(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            eprintln!("{} could not be removed: {error}", self.0.display());
        }
    }
}

/// A server that runs as a child of this process.
struct Server {
    child: Child,
    port: u16,
    /// What asks it to stop without waiting for its clients.
    stop_signal: &'static str,
}

impl Server {
    fn start(mut command: Command, port: u16, stop_signal: &'static str) -> Result<Server, String> {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().map_err(|error| format!("{command:?} could not be started: {error}"))?;
        Ok(Server { child, port, stop_signal })
    }

    /// Waits until the server answers.
    fn wait_for(&mut self, name: &str, answers: impl Fn(u16) -> bool) -> Result<(), String> {
        let started = Instant::now();
        while !answers(self.port) {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(format!("{name} has ended ({status})"));
            }
            if started.elapsed() > START_TIMEOUT {
                return Err(format!("{name} does not answer"));
            }
            thread::sleep(POLL_INTERVAL);
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let process = self.child.id().to_string();
        let asked = Command::new("kill").args(["-s", self.stop_signal, &process]).status();
        let asked_at = Instant::now();
        while asked.as_ref().is_ok_and(std::process::ExitStatus::success)
            && matches!(self.child.try_wait(), Ok(None))
            && asked_at.elapsed() < START_TIMEOUT
        {
            thread::sleep(POLL_INTERVAL);
        }
        // It has ended, or it does not listen.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start_postgres(shell: &Shell, folder: &Path, durable: bool) -> Result<Server, String> {
    let data = folder.join("postgres").to_string_lossy().into_owned();
    let mut initdb = unprivileged(&postgres_program("initdb"));
    initdb.args(["-D", &data, "-U", "trinta", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]);
    let made = shell.capture(initdb)?;
    if !made.success {
        return Err(format!("initdb failed:\n{}", made.text));
    }
    let port = free_port()?;
    let flush = if durable { "on" } else { "off" };
    let mut postgres = unprivileged(&postgres_program("postgres"));
    postgres.args(["-D", &data, "-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1"]);
    postgres.args(["-c", "unix_socket_directories=", "-c", "max_connections=300", "-c", &format!("fsync={flush}")]);
    let mut server = Server::start(postgres, port, "INT")?;
    let psql = |port: u16, database: &str, statement: &str| {
        let port = port.to_string();
        let mut psql = program(&postgres_program("psql"), &["-h", "127.0.0.1", "-p", &port, "-U", "trinta"], &[]);
        psql.args(["-d", database, "-c", statement]);
        psql
    };
    server.wait_for("PostgreSQL", |port| {
        let mut asked = psql(port, "postgres", "SELECT 1");
        asked.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    })?;
    let made = shell.capture(psql(port, "postgres", "CREATE DATABASE trinta"))?;
    if made.success { Ok(server) } else { Err(format!("the database could not be made:\n{}", made.text)) }
}

fn start_nats() -> Result<Server, String> {
    let port = free_port()?;
    let mut nats = unprivileged("nats-server");
    nats.args(["-a", "127.0.0.1", "-p", &port.to_string()]);
    let mut server = Server::start(nats, port, "TERM")?;
    server.wait_for("nats-server", |port| TcpStream::connect(("127.0.0.1", port)).is_ok())?;
    Ok(server)
}

/// The path of one of PostgreSQL's programs.
fn postgres_program(name: &str) -> String {
    let path = Path::new(POSTGRES_PROGRAMS).join(name);
    if path.is_file() { path.to_string_lossy().into_owned() } else { name.to_owned() }
}

/// A command that runs without the rights of root, and ends when this process does.
fn unprivileged(name: &str) -> Command {
    let mut arguments = vec!["--pdeathsig", "KILL"];
    if is_root() {
        arguments.extend(["--reuid", UNPRIVILEGED, "--regid", UNPRIVILEGED, "--init-groups"]);
    }
    arguments.push(name);
    let mut command = program("setpriv", &arguments, &[]);
    // The workspace may be in a folder that others can't enter.
    command.current_dir("/");
    command
}

fn is_root() -> bool {
    is_runnable("sh", &["-c", "test \"$(id -u)\" = 0"])
}

/// A port that nobody uses at the moment.
fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener.map(|address| address.port()).map_err(|error| format!("no port is free: {error}"))
}
