//! The settings of the server: from flags, the environment, a file, and defaults, in this order.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use trinta_server::http::{AppOptions, PageFile};
use trinta_server::room::RoomOptions;
use trinta_server::{ServerOptions, TlsFiles};
use trinta_solver::Budget;

use crate::failure::Failure;
use crate::input::read_text;

const EXAMPLES: &str = "\
Examples:
  trinta                                 serve everybody on this network
  trinta serve --listen 127.0.0.1:3030   serve this machine only
  trinta serve --config trinta.toml      read settings from a file; --check-config only checks them
  trinta serve --behind-proxy --listen 127.0.0.1:3030 --public-url https://play.example
  trinta serve --tls-certificate cert.pem --tls-key key.pem --listen 0.0.0.0:443

Flags override the environment, and the environment overrides the file; see docs/server.md.

Exit code: 0, or 2 for invalid settings or a store that can't be opened.";

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// The location of the data.
#[derive(Debug, Args)]
pub(crate) struct DataArgs {
    /// The folder of the store [default: your data folder, such as ~/.local/share/trinta]
    #[arg(long, value_name = "FOLDER", env = "TRINTA_DATA")]
    pub(crate) data: Option<PathBuf>,
}

impl DataArgs {
    /// The file of the store.
    pub(crate) fn store(&self) -> PathBuf {
        store_path(&self.data.clone().unwrap_or_else(data_folder))
    }
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
    /// Trust the proxy in front of the server, which encrypts and names the client's address
    #[arg(long)]
    behind_proxy: bool,
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
    in_memory: Option<bool>,
    open: Option<bool>,
    public_url: Option<String>,
    behind_proxy: Option<bool>,
    origins: Option<Vec<String>>,
    tls_certificate: Option<PathBuf>,
    tls_key: Option<PathBuf>,
    metrics_token: Option<String>,
    log: Option<String>,
    log_format: Option<LogFormat>,
    connections: Option<usize>,
    connections_per_address: Option<usize>,
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
    pub(crate) in_memory: bool,
    pub(crate) open: bool,
    pub(crate) public_url: Option<String>,
    behind_proxy: bool,
    origins: Vec<String>,
    tls_certificate: Option<PathBuf>,
    tls_key: Option<PathBuf>,
    #[serde(serialize_with = "hidden")]
    metrics_token: Option<String>,
    pub(crate) log: String,
    pub(crate) log_format: LogFormat,
    connections: usize,
    connections_per_address: usize,
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

impl ServeArgs {
    /// Combines flags, file and defaults.
    pub(crate) fn settings(&self) -> Result<Settings, Failure> {
        let file = self.config.as_deref().map(read_file).transpose()?.unwrap_or_default();
        let rooms = RoomOptions::default();
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let settings = Settings {
            listen: self.listen.or(file.listen).unwrap_or(SocketAddr::from(([0, 0, 0, 0], 3030))),
            data: self.data.clone().or(file.data).unwrap_or_else(data_folder),
            in_memory: self.in_memory || file.in_memory.unwrap_or(false),
            open: !self.no_open && file.open.unwrap_or(true),
            public_url: self.public_url.clone().or(file.public_url),
            behind_proxy: self.behind_proxy || file.behind_proxy.unwrap_or(false),
            origins: if self.origins.is_empty() { file.origins.unwrap_or_default() } else { self.origins.clone() },
            tls_certificate: self.tls_certificate.clone().or(file.tls_certificate),
            tls_key: self.tls_key.clone().or(file.tls_key),
            metrics_token: self.metrics_token.clone().or(file.metrics_token),
            log: self.log.clone().or(file.log).unwrap_or_else(|| "info".to_owned()),
            log_format: self.log_format.or(file.log_format).unwrap_or_default(),
            connections: file.connections.unwrap_or(10_000),
            connections_per_address: file.connections_per_address.unwrap_or(500),
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
        if self.session_days == 0 || self.waiting_days == 0 {
            return refuse("session_days and waiting_days are at least 1".to_owned());
        }
        if self.metrics_token.as_ref().is_some_and(|token| token.len() < 16) {
            return refuse("metrics_token has at least 16 characters".to_owned());
        }
        Ok(())
    }

    fn tls(&self) -> Option<TlsFiles> {
        Some(TlsFiles { certificate: self.tls_certificate.clone()?, key: self.tls_key.clone()? })
    }

    /// The file of the store.
    pub(crate) fn store(&self) -> PathBuf {
        store_path(&self.data)
    }

    /// Whether browsers connect over TLS.
    pub(crate) fn encrypted(&self) -> bool {
        self.tls_certificate.is_some() || self.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
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
            app: AppOptions {
                secure: self.encrypted(),
                behind_proxy: self.behind_proxy,
                origins: self.origins.clone(),
                metrics_token: self.metrics_token.clone(),
                connections_per_address: self.connections_per_address,
                page,
            },
            limits: self.rate_limits,
            tls: self.tls(),
            max_connections: self.connections,
            session_time: DAY * self.session_days,
        }
    }

    /// Prints the settings in the format of a settings file.
    pub(crate) fn describe(&self) -> Result<(), Failure> {
        let text = toml::to_string(self).map_err(|error| Failure::Input(error.to_string()))?;
        write!(anstream::stdout(), "{text}")?;
        Ok(())
    }
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
