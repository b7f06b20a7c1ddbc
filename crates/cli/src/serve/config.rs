//! The settings of the server: from flags, the environment, a file, and defaults, in this order.

use std::io::Write as _;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use trinta_server::cluster::NatsOptions;
use trinta_server::hall::HallOptions;
use trinta_server::http::{AppOptions, PageFile};
use trinta_server::room::RoomOptions;
use trinta_server::{ServerOptions, TlsFiles};
use trinta_solver::Budget;
use trinta_store::StorePlace;

use crate::failure::Failure;
use crate::input::read_text;

const EXAMPLES: &str = "\
Examples:
  trinta                                 serve everybody on this network
  trinta serve --listen 127.0.0.1:3030   serve this machine only
  trinta serve --config trinta.toml      read settings from a file; --check-config only checks them
  trinta serve --behind-proxy --listen 127.0.0.1:3030 --public-url https://play.example
  trinta serve --tls-certificate cert.pem --tls-key key.pem --listen 0.0.0.0:443
  trinta serve --store postgres://trinta:password@db.example/trinta?sslmode=verify-full

Flags override the environment, and the environment overrides the file; see docs/server.md.

Exit code: 0, or 2 for invalid settings or a store that can't be opened.";

const HOUR: Duration = Duration::from_secs(3600);
/// The longest name of a server among others, in characters: the store adds to it.
const MAX_NODE_NAME: usize = 40;
const DAY: Duration = Duration::from_secs(24 * 3600);

/// The location of the data.
#[derive(Debug, Args)]
pub(crate) struct DataArgs {
    /// The folder of the store [default: your data folder, such as ~/.local/share/trinta]
    #[arg(long, global = true, value_name = "FOLDER", env = "TRINTA_DATA")]
    pub(crate) data: Option<PathBuf>,
    /// The store itself: a file, or the address of a PostgreSQL database [default: trinta.db in the folder of the store]
    #[arg(long, global = true, value_name = "STORE", env = "TRINTA_STORE", hide_env_values = true)]
    pub(crate) store: Option<StorePlace>,
}

impl DataArgs {
    /// Where the store is.
    pub(crate) fn place(&self) -> StorePlace {
        place_or_default(self.store.as_ref(), || self.data.clone().unwrap_or_else(data_folder))
    }
}

fn place_or_default(store: Option<&StorePlace>, folder: impl FnOnce() -> PathBuf) -> StorePlace {
    store.cloned().unwrap_or_else(|| StorePlace::File(store_path(&folder())))
}

fn store_path(folder: &Path) -> PathBuf {
    folder.join("trinta.db")
}

/// Start the server.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ServeArgs {
    /// Address to listen on [default: 0.0.0.0:3030, everybody on this network]
    #[arg(long, value_name = "ADDRESS", env = "TRINTA_LISTEN")]
    listen: Option<SocketAddr>,
    /// The folder of the store [default: your data folder, such as ~/.local/share/trinta]
    #[arg(long, value_name = "FOLDER", env = "TRINTA_DATA")]
    data: Option<PathBuf>,
    /// The store itself: a file, or the address of a PostgreSQL database that several servers may share
    /// [default: trinta.db in the folder of the store]
    #[arg(long, value_name = "STORE", env = "TRINTA_STORE", hide_env_values = true, conflicts_with = "in_memory")]
    store: Option<StorePlace>,
    /// NATS server that connects several servers over one database, such as nats://user:password@host:4222
    #[arg(long, value_name = "URL", env = "TRINTA_BUS", hide_env_values = true)]
    bus: Option<String>,
    /// Certificate authority of the NATS server, as PEM [default: those of the system]
    #[arg(long, value_name = "FILE", env = "TRINTA_BUS_CA")]
    bus_ca: Option<PathBuf>,
    /// Name of this server among others, in logs and metrics [default: node]
    #[arg(long, value_name = "NAME", env = "TRINTA_ADVERTISE")]
    advertise: Option<String>,
    /// Store everything in memory only; it is lost when the server stops
    #[arg(long)]
    in_memory: bool,
    /// Read settings from a TOML file
    #[arg(long, value_name = "FILE", env = "TRINTA_CONFIG")]
    config: Option<PathBuf>,
    /// Check the settings, print them and exit
    #[arg(long)]
    pub(crate) check_config: bool,
    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,
    /// The public address of the server, if it differs
    #[arg(long, value_name = "URL", env = "TRINTA_PUBLIC_URL")]
    public_url: Option<String>,
    /// Trust the proxy in front of the server, which encrypts and names the client's address; the same as --proxies 1
    #[arg(long)]
    behind_proxy: bool,
    /// Number of proxies in front of the server, each of which adds to X-Forwarded-For [default: 0]
    #[arg(long, value_name = "N")]
    proxies: Option<u8>,
    /// Another name by which the server is reached, such as play.example; may be repeated
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Another site whose pages may use this server; may be repeated
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<String>,
    /// TLS certificate, as PEM
    #[arg(long, value_name = "FILE", env = "TRINTA_TLS_CERTIFICATE")]
    tls_certificate: Option<PathBuf>,
    /// TLS key, as PEM
    #[arg(long, value_name = "FILE", env = "TRINTA_TLS_KEY")]
    tls_key: Option<PathBuf>,
    /// Token for reading the metrics [default: only from this machine]
    #[arg(long, value_name = "TOKEN", env = "TRINTA_METRICS_TOKEN", hide_env_values = true)]
    metrics_token: Option<String>,
    /// Folder for encrypted backups of tournaments, such as one on a stick [default: devices keep them, no folder]
    #[arg(long, value_name = "FOLDER", env = "TRINTA_BACKUP_FOLDER")]
    backup_folder: Option<PathBuf>,
    /// Log level (error, warn, info, debug), or a filter such as info,trinta_server=debug
    #[arg(long, value_name = "FILTER", env = "TRINTA_LOG")]
    log: Option<String>,
    /// Format of the log
    #[arg(long, value_name = "FORMAT", env = "TRINTA_LOG_FORMAT")]
    log_format: Option<LogFormat>,
}

/// The format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LogFormat {
    /// Text, for people
    #[default]
    Text,
    /// One JSON object per line, for programs
    Json,
}

/// The settings file: everything that flags can set, and what is rarely changed.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    listen: Option<SocketAddr>,
    data: Option<PathBuf>,
    store: Option<String>,
    bus: Option<String>,
    bus_ca: Option<PathBuf>,
    advertise: Option<String>,
    front: Option<bool>,
    in_memory: Option<bool>,
    open: Option<bool>,
    public_url: Option<String>,
    behind_proxy: Option<bool>,
    proxies: Option<u8>,
    hosts: Option<Vec<String>>,
    origins: Option<Vec<String>>,
    tls_certificate: Option<PathBuf>,
    tls_key: Option<PathBuf>,
    metrics_token: Option<String>,
    backup_folder: Option<PathBuf>,
    log: Option<String>,
    log_format: Option<LogFormat>,
    connections: Option<usize>,
    connections_per_address: Option<usize>,
    hall_connections_per_address: Option<usize>,
    bot_delay_ms: Option<u32>,
    bots_at_once: Option<usize>,
    stand_in: Option<String>,
    hint_effort: Option<u64>,
    invite_hours: Option<u32>,
    session_days: Option<u32>,
    waiting_days: Option<u32>,
    rate_limits: Option<bool>,
}

/// The resulting settings.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Settings {
    pub(crate) listen: SocketAddr,
    pub(crate) data: PathBuf,
    #[serde(serialize_with = "shown")]
    store: StorePlace,
    #[serde(serialize_with = "without_password")]
    bus: Option<String>,
    bus_ca: Option<PathBuf>,
    pub(crate) advertise: String,
    pub(crate) front: bool,
    pub(crate) in_memory: bool,
    pub(crate) open: bool,
    pub(crate) public_url: Option<String>,
    proxies: u8,
    hosts: Vec<String>,
    origins: Vec<String>,
    tls_certificate: Option<PathBuf>,
    tls_key: Option<PathBuf>,
    #[serde(serialize_with = "hidden")]
    metrics_token: Option<String>,
    backup_folder: Option<PathBuf>,
    pub(crate) log: String,
    pub(crate) log_format: LogFormat,
    connections: usize,
    connections_per_address: usize,
    hall_connections_per_address: usize,
    bot_delay_ms: u32,
    bots_at_once: usize,
    stand_in: String,
    hint_effort: u64,
    invite_hours: u32,
    session_days: u32,
    waiting_days: u32,
    rate_limits: bool,
}

#[allow(clippy::ref_option, reason = "serde passes a reference to the field")]
fn hidden<S: serde::Serializer>(token: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    match token {
        Some(_) => serializer.serialize_str("…"),
        None => serializer.serialize_none(),
    }
}

/// Addresses of a bus as they are shown: what stands before the `@` of each is nobody's business.
#[allow(clippy::ref_option, reason = "serde passes a reference to the field")]
fn without_password<S: serde::Serializer>(url: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    match url {
        Some(url) => serializer.serialize_str(&url.split(',').map(shown_url).collect::<Vec<_>>().join(",")),
        None => serializer.serialize_none(),
    }
}

/// An address without user and password.
fn shown_url(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://…@{host}"),
        _ => url.to_owned(),
    }
}

/// The address of a database is shown without its password.
fn shown<S: serde::Serializer>(place: &StorePlace, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(place)
}

impl ServeArgs {
    /// Combines flags, file and defaults.
    pub(crate) fn settings(&self) -> Result<Settings, Failure> {
        let file = self.config.as_deref().map(read_file).transpose()?.unwrap_or_default();
        let rooms = RoomOptions::default();
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let data = self.data.clone().or(file.data).unwrap_or_else(data_folder);
        let in_file = file.store.map(|store| {
            let Ok(place) = store.parse();
            place
        });
        let settings = Settings {
            listen: self.listen.or(file.listen).unwrap_or(SocketAddr::from(([0, 0, 0, 0], 3030))),
            store: place_or_default(self.store.as_ref().or(in_file.as_ref()), || data.clone()),
            data,
            bus: self.bus.clone().or(file.bus),
            bus_ca: self.bus_ca.clone().or(file.bus_ca),
            advertise: self.advertise.clone().or(file.advertise).unwrap_or_else(|| "node".to_owned()),
            front: file.front.unwrap_or(false),
            in_memory: self.in_memory || file.in_memory.unwrap_or(false),
            open: !self.no_open && file.open.unwrap_or(true),
            public_url: self.public_url.clone().or(file.public_url),
            proxies: self
                .proxies
                .or(self.behind_proxy.then_some(1))
                .or(file.proxies)
                .unwrap_or_else(|| u8::from(file.behind_proxy.unwrap_or(false))),
            hosts: if self.hosts.is_empty() { file.hosts.unwrap_or_default() } else { self.hosts.clone() },
            origins: if self.origins.is_empty() { file.origins.unwrap_or_default() } else { self.origins.clone() },
            tls_certificate: self.tls_certificate.clone().or(file.tls_certificate),
            tls_key: self.tls_key.clone().or(file.tls_key),
            metrics_token: self.metrics_token.clone().or(file.metrics_token),
            backup_folder: self.backup_folder.clone().or(file.backup_folder),
            log: self.log.clone().or(file.log).unwrap_or_else(|| "info".to_owned()),
            log_format: self.log_format.or(file.log_format).unwrap_or_default(),
            connections: file.connections.unwrap_or(10_000),
            connections_per_address: file.connections_per_address.unwrap_or(500),
            hall_connections_per_address: file.hall_connections_per_address.unwrap_or(600),
            bot_delay_ms: file.bot_delay_ms.unwrap_or(u32::try_from(rooms.bot_delay.as_millis()).unwrap_or(900)),
            bots_at_once: file.bots_at_once.unwrap_or(cores.saturating_sub(1).max(1)),
            stand_in: file.stand_in.unwrap_or(rooms.stand_in),
            hint_effort: file.hint_effort.or(rooms.hint_budget.nodes).unwrap_or(u64::MAX),
            invite_hours: file.invite_hours.unwrap_or(7 * 24),
            session_days: file.session_days.unwrap_or(90),
            waiting_days: file.waiting_days.unwrap_or(7),
            rate_limits: file.rate_limits.unwrap_or(true),
        };
        settings.check()?;
        Ok(settings)
    }
}

fn read_file(path: &Path) -> Result<File, Failure> {
    let text = read_text(path)?;
    toml::from_str(&text).map_err(|error| {
        // The parser's message shows the line with its number and column.
        Failure::Input(format!("{}: {}", path.display(), error.to_string().trim_end()))
    })
}

impl Settings {
    fn check(&self) -> Result<(), Failure> {
        let refuse = |message: String| Err(Failure::Input(message));
        self.store.check()?;
        self.check_cluster()?;
        if self.tls_certificate.is_some() != self.tls_key.is_some() {
            return refuse("encryption needs both tls_certificate and tls_key".to_owned());
        }
        if let Some(tls) = self.tls() {
            tls.acceptor().map_err(|error| error.to_string())?;
        }
        if let Err(error) = self.stand_in.parse::<trinta_bots::BotName>() {
            return refuse(format!("stand_in: {error}"));
        }
        if let Err(error) = tracing_subscriber::EnvFilter::try_new(&self.log) {
            return refuse(format!("log: {error}"));
        }
        let urls = self.public_url.iter().chain(&self.origins);
        for url in urls {
            if !["http://", "https://"].iter().any(|start| url.starts_with(start)) || url.ends_with('/') {
                return refuse(format!("`{url}` is not an address such as https://play.example, without a trailing /"));
            }
        }
        if let Some(host) = self.hosts.iter().find(|host| host.contains(['/', ':', ' ']) || host.is_empty()) {
            return refuse(format!("hosts: `{host}` is not a name such as play.example, without scheme and port"));
        }
        if self.session_days == 0 || self.waiting_days == 0 {
            return refuse("session_days and waiting_days are at least 1".to_owned());
        }
        if self.metrics_token.as_ref().is_some_and(|token| token.len() < 16) {
            return refuse("metrics_token has at least 16 characters".to_owned());
        }
        Ok(())
    }

    fn check_cluster(&self) -> Result<(), Failure> {
        let refuse = |message: String| Err(Failure::Input(message));
        if self.bus.is_some() && (self.in_memory || matches!(self.store, StorePlace::File(_))) {
            return refuse("bus: several servers share a database; say which with --store postgres://…".to_owned());
        }
        if self.bus_ca.is_some() && self.bus.is_none() {
            return refuse("bus_ca is for a bus, and there is none".to_owned());
        }
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if !(1..=MAX_NODE_NAME).contains(&self.advertise.len()) || !self.advertise.bytes().all(fits) {
            return refuse(format!("advertise: a name is 1 to {MAX_NODE_NAME} letters, digits, - or _"));
        }
        Ok(())
    }

    /// The bus of this server, if it is one of several.
    pub(crate) fn nats(&self) -> Option<NatsOptions> {
        Some(NatsOptions { url: self.bus.clone()?, certificate_authority: self.bus_ca.clone() })
    }

    pub(crate) fn tls(&self) -> Option<TlsFiles> {
        Some(TlsFiles { certificate: self.tls_certificate.clone()?, key: self.tls_key.clone()? })
    }

    /// Where the store is.
    pub(crate) const fn store(&self) -> &StorePlace {
        &self.store
    }

    /// The address by which others on the network reach this server, as far as it is known before it listens.
    fn hall_address(&self) -> Option<String> {
        let scheme = if self.encrypted() { "https" } else { "http" };
        let here = (self.listen.ip().is_unspecified() && self.listen.port() != 0).then(own_address).flatten();
        let here = here.map(|ip| format!("{scheme}://{}", SocketAddr::new(ip, self.listen.port())));
        self.public_url.clone().or(here)
    }

    /// Whether browsers connect over TLS.
    pub(crate) fn encrypted(&self) -> bool {
        self.tls_certificate.is_some() || self.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }

    /// Whether cookies are for encrypted connections only, which a proxy offers unless the public address says otherwise.
    fn secure(&self) -> bool {
        let plain = self.public_url.as_ref().is_some_and(|url| url.starts_with("http://"));
        self.encrypted() || self.proxies > 0 && !plain
    }

    /// The names by which the server is known.
    fn known_hosts(&self) -> Vec<String> {
        let site = |url: &String| url.split_once("://").map(|(_, site)| site.to_owned());
        let name = |site: String| match site.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name.to_owned(),
            _ => site,
        };
        self.public_url.iter().filter_map(site).map(name).chain(self.hosts.iter().cloned()).collect()
    }

    /// How the server is reached.
    pub(crate) fn app(&self, page: &'static [PageFile]) -> AppOptions {
        AppOptions {
            secure: self.secure(),
            proxies: self.proxies,
            hosts: self.known_hosts(),
            origins: self.origins.clone(),
            metrics_token: self.metrics_token.clone(),
            connections_per_address: self.connections_per_address,
            hall_connections_per_address: self.hall_connections_per_address,
            page,
        }
    }

    /// The settings that a reload can't take over, by name, among those that differ.
    pub(crate) fn needs_restart(&self, new: &Settings) -> Vec<&'static str> {
        [
            ("listen", self.listen != new.listen),
            ("data", self.data != new.data),
            ("store", self.store != new.store),
            ("in_memory", self.in_memory != new.in_memory),
            ("bus", self.bus != new.bus),
            ("bus_ca", self.bus_ca != new.bus_ca),
            ("advertise", self.advertise != new.advertise),
            ("front", self.front != new.front),
            ("backup_folder", self.backup_folder != new.backup_folder),
            ("log_format", self.log_format != new.log_format),
            ("connections", self.connections != new.connections),
            ("bot_delay_ms", self.bot_delay_ms != new.bot_delay_ms),
            ("bots_at_once", self.bots_at_once != new.bots_at_once),
            ("stand_in", self.stand_in != new.stand_in),
            ("hint_effort", self.hint_effort != new.hint_effort),
            ("invite_hours", self.invite_hours != new.invite_hours),
            ("session_days", self.session_days != new.session_days),
            ("waiting_days", self.waiting_days != new.waiting_days),
            ("rate_limits", self.rate_limits != new.rate_limits),
        ]
        .into_iter()
        .filter_map(|(name, differs)| differs.then_some(name))
        .collect()
    }

    /// The options for the server.
    pub(crate) fn server(&self, page: &'static [PageFile]) -> ServerOptions {
        ServerOptions {
            listen: self.listen,
            rooms: RoomOptions {
                bot_delay: Duration::from_millis(self.bot_delay_ms.into()),
                thinking_permits: self.bots_at_once,
                stand_in: self.stand_in.clone(),
                invite_time: HOUR * self.invite_hours,
                waiting_time: DAY * self.waiting_days,
                hint_budget: Budget::nodes(self.hint_effort),
                ..RoomOptions::default()
            },
            halls: HallOptions { backup_folder: self.backup_folder.clone(), address: self.hall_address() },
            app: self.app(page),
            limits: self.rate_limits,
            tls: self.tls(),
            max_connections: self.connections,
            write_timeout: trinta_server::WRITE_TIMEOUT,
            session_time: DAY * self.session_days,
            cluster: None,
        }
    }

    /// Prints the settings in the format of a settings file.
    pub(crate) fn describe(&self) -> Result<(), Failure> {
        let text = toml::to_string(self).map_err(|error| Failure::Input(error.to_string()))?;
        write!(anstream::stdout(), "{text}")?;
        Ok(())
    }
}

/// The address of this machine in its network: the source address of a route to the outside. Nothing is sent.
pub(super) fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified() && !ip.is_loopback())
}

/// The folder for the data of a user's programs on this system.
fn data_folder() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || variable("HOME").unwrap_or_else(|| PathBuf::from("."));
    let folder = if cfg!(windows) {
        variable("APPDATA").unwrap_or_else(home)
    } else if cfg!(target_os = "macos") {
        home().join("Library/Application Support")
    } else {
        variable("XDG_DATA_HOME").unwrap_or_else(|| home().join(".local/share"))
    };
    folder.join("trinta")
}
