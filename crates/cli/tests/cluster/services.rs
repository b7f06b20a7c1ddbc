//! PostgreSQL and NATS on free ports, killed and started again at will.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Where Debian's package has the programs of PostgreSQL.
const POSTGRES_PROGRAMS: &str = "/usr/lib/postgresql/15/bin";
/// The user that services run as if this process is root: `initdb` refuses root.
const UNPRIVILEGED: &str = "postgres";
const START_TIMEOUT: Duration = Duration::from_secs(60);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

pub(crate) fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

/// A command without the rights of root, which ends when this process does.
fn unprivileged(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]);
    if is_root() {
        command.args(["--reuid", UNPRIVILEGED, "--regid", UNPRIVILEGED, "--init-groups"]);
    }
    command.arg(program).current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A service that can be killed.
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    program: PathBuf,
    arguments: Vec<String>,
    child: Child,
}

impl Service {
    fn start(program: PathBuf, arguments: Vec<String>, address: SocketAddr) -> Service {
        assert!(program.is_file(), "{} is missing; `cargo xtask cluster` installs it", program.display());
        let child = unprivileged(&program).args(&arguments).spawn().unwrap();
        let mut service = Service { address, program, arguments, child };
        service.wait();
        service
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again after it was killed. PostgreSQL refuses while children of the killed one are still ending.
    pub(crate) fn restart(&mut self) {
        self.child = unprivileged(&self.program).args(&self.arguments).spawn().unwrap();
        self.wait();
    }

    fn wait(&mut self) {
        let began = Instant::now();
        while TcpStream::connect(self.address).is_err() {
            assert!(began.elapsed() < START_TIMEOUT, "{} does not start", self.program.display());
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                self.child = unprivileged(&self.program).args(&self.arguments).spawn().unwrap();
            }
            std::thread::sleep(POLL_INTERVAL);
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Gives a file or folder to the user that services run as.
pub(crate) fn give_to_services(path: &Path) {
    if is_root() {
        assert!(Command::new("chown").arg("-R").arg(UNPRIVILEGED).arg(path).status().unwrap().success());
    }
}

/// One of PostgreSQL's programs, to be run to its end.
pub(crate) fn postgres_program(name: &str) -> Command {
    unprivileged(&PathBuf::from(POSTGRES_PROGRAMS).join(name))
}

/// What a statement gives, as `psql` prints it.
pub(crate) fn sql(address: SocketAddr, database: &str, statement: &str) -> Result<String, String> {
    let port = address.port().to_string();
    let mut psql = postgres_program("psql");
    psql.args(["-h", "127.0.0.1", "-p", &port, "-U", "trinta", "-d", database, "-tAc", statement]);
    // Where it would look for certificates of the user who runs the tests.
    psql.env("HOME", "/");
    let output = psql.stdout(Stdio::piped()).stderr(Stdio::piped()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

pub(crate) fn postgres(folder: &Path) -> Service {
    postgres_with(folder, &[])
}

/// PostgreSQL with more settings, such as `archive_mode=on`.
pub(crate) fn postgres_with(folder: &Path, settings: &[&str]) -> Service {
    give_to_services(folder);
    let data = folder.join("postgres");
    let mut initdb = postgres_program("initdb");
    initdb.arg("-D").arg(&data);
    initdb.args(["-U", "trinta", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]);
    assert!(initdb.status().unwrap().success(), "initdb fails; is the package postgresql-15 installed?");
    let service = postgres_in(&data, settings);
    wait_for("the database can't be made", || sql(service.address, "postgres", "CREATE DATABASE trinta").is_ok());
    service
}

/// PostgreSQL over a folder that it has made before.
pub(crate) fn postgres_in(data: &Path, settings: &[&str]) -> Service {
    let (address, data) = (free_address(), data.to_string_lossy());
    let mut arguments: Vec<String> = ["-D", &data, "-p", &address.port().to_string()].map(str::to_owned).into();
    let usual = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"];
    for setting in usual.iter().chain(settings) {
        arguments.extend(["-c".to_owned(), (*setting).to_owned()]);
    }
    Service::start(PathBuf::from(POSTGRES_PROGRAMS).join("postgres"), arguments, address)
}

/// Waits for a condition.
pub(crate) fn wait_for(otherwise: &str, holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < START_TIMEOUT, "{otherwise}");
        std::thread::sleep(POLL_INTERVAL);
    }
}

pub(crate) fn nats() -> Service {
    nats_with(&[])
}

/// NATS with more arguments.
pub(crate) fn nats_with(more: &[&str]) -> Service {
    let address = free_address();
    let port = address.port().to_string();
    let arguments = ["-a", "127.0.0.1", "-p", &port].iter().chain(more).map(|&argument| argument.to_owned()).collect();
    Service::start(PathBuf::from("/usr/sbin/nats-server"), arguments, address)
}
