//! `trinta bench hall`: from the last result of a round to the projector, with a whole hall connected from one address.
//!
//! The server is a process of its own with the limits it ships with; beside it a bare fan-out sends a message as long as
//! the public's view to as many connections. Both are measured in turns in the same run.

use std::io::Write as _;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use trinta_client::{Client, TableConnection};
use trinta_server::hall::DeviceKey;
use trinta_tournament::{CodeTarget, Log, Number, Tournament};

use crate::bench::server::Process;
use crate::failure::Failure;

const HELP: &str = "\
Examples:
  trinta bench hall                    64 cards, 16 judges and 200 spectators, 40 results
  trinta bench hall --results 200 --json

Projector: from sending a result until the projector has the view with it. Everybody: until the last device has its view.
The bare fan-out forwards a message as long as the public's view, without deciding, storing or making views.
Exit code: 0, or 2 if the measurement failed.";

const PLAYERS: u32 = 64;
const TABLES: u32 = 16;
const SPECTATORS: u32 = 200;
/// The rest between two results: longer than the least time between two views.
const REST: Duration = Duration::from_millis(150);
const PATIENCE: Duration = Duration::from_secs(30);

/// Measure a hall: the last result to the projector.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct HallArgs {
    /// Number of results to be measured
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(4..=10_000))]
    results: u32,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Figures {
    devices: usize,
    results: u32,
    view_bytes: usize,
    projector_p50_ms: f64,
    projector_p99_ms: f64,
    everybody_p50_ms: f64,
    everybody_p99_ms: f64,
    bare_projector_p50_ms: f64,
    bare_projector_p99_ms: f64,
    bare_everybody_p50_ms: f64,
    bare_everybody_p99_ms: f64,
    ratio_p50: f64,
    ratio_p99: f64,
}

pub(super) fn run(args: &HallArgs) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let figures = runtime.block_on(measure(args))?;
    report(&figures, args.json)?;
    Ok(ExitCode::SUCCESS)
}

fn failed(why: impl std::fmt::Display) -> Failure {
    Failure::Input(format!("the measurement failed: {why}"))
}

/// What a device received: its place in the list of devices, and the number by which the message is known.
struct Received {
    device: usize,
    number: u64,
    at: Instant,
}

/// A connection that reports what it receives.
fn listen(mut connection: TableConnection, device: usize, reports: mpsc::UnboundedSender<Received>) {
    tokio::spawn(async move {
        while let Ok(text) = connection.receive_text().await {
            let at = Instant::now();
            if let Some(number) = message_number(&text)
                && reports.send(Received { device, number, at }).is_err()
            {
                return;
            }
        }
    });
}

/// The number of a view, or of a message of the bare fan-out, without parsing all of it.
fn message_number(text: &str) -> Option<u64> {
    let rest = text.strip_prefix(r#"{"type":"view","seq":"#)?;
    rest.split(',').next()?.parse().ok()
}

/// The organiser's connection, for commands.
struct Organiser {
    connection: TableConnection,
    key: DeviceKey,
    id: String,
    n: u64,
}

impl Organiser {
    async fn send(&mut self, command: Value) -> Result<(), Failure> {
        let Value::Object(command): Value = command else { return Err(failed("a command is an object")) };
        let command: Map<String, Value> = command;
        self.n += 1;
        let envelope = self.key.sign(&self.id, self.n, None, command);
        let message = json!({"type": "command", "envelope": envelope}).to_string();
        self.connection.send_raw(Message::text(message)).await.map_err(failed)
    }

    async fn answer(&mut self) -> Result<Value, Failure> {
        loop {
            let received = tokio::time::timeout(PATIENCE, self.connection.receive_text()).await;
            let text = received.map_err(failed)?.map_err(failed)?;
            if !text.starts_with(r#"{"type":"answer""#) {
                continue;
            }
            let mut message: Value = serde_json::from_str(&text).map_err(failed)?;
            let answer = message["answer"].take();
            return if answer["ok"] == true { Ok(answer) } else { Err(failed(answer)) };
        }
    }

    async fn give(&mut self, command: Value) -> Result<Value, Failure> {
        self.send(command).await?;
        self.answer().await
    }
}

async fn connect(address: SocketAddr, id: &str, credentials: Value) -> Result<TableConnection, Failure> {
    let path = format!("/api/v1/tournaments/{id}/socket");
    let mut connection = Client::new(address).connect_to(&path).await.map_err(failed)?;
    let hello = json!({"type": "hello", "protocol": 1, "as": credentials, "device": null});
    connection.send_raw(Message::text(hello.to_string())).await.map_err(failed)?;
    let text = connection.receive_text().await.map_err(failed)?;
    if text.contains(r#""type":"welcome""#) { Ok(connection) } else { Err(failed(text)) }
}

/// A tournament with its first round on, and its organiser.
async fn begin(address: SocketAddr) -> Result<(Organiser, Tournament), Failure> {
    let new = json!({"do": "new", "title": "Cup", "date": "2027-01-18", "set": {"capacity": PLAYERS}});
    let body = json!({"command": new, "utc_offset": 0});
    let made: Value = Client::new(address).post("/api/v1/tournaments", &body).await.map_err(failed)?;
    let text = |name: &str| made[name].as_str().unwrap_or_default().to_owned();
    let (id, token) = (text("id"), text("token"));
    let connection = connect(address, &id, json!({"token": token})).await?;
    let key = DeviceKey::from_seed([1; 32]).ok_or_else(|| failed("no key"))?;
    let mut organiser = Organiser { connection, key, id: id.clone(), n: 0 };
    let people: Vec<Value> = (1..=PLAYERS)
        .map(|number| json!({"name": format!("Player Number{number}"), "school": format!("School {}", number % 8)}))
        .collect();
    for command in [
        json!({"do": "add", "players": people}),
        json!({"do": "check-in", "numbers": "all"}),
        json!({"do": "briefing"}),
        json!({"do": "seat", "round": 1}),
        json!({"do": "publish", "round": 1}),
        json!({"do": "start", "round": 1}),
    ] {
        organiser.give(command).await?;
    }
    let client = Client::new(address).with_secret(Some(token));
    let path = format!("/api/v1/tournaments/{id}/export?what=log");
    let (_, _, log) = client.raw(axum::http::Method::GET, &path, &[], Vec::new()).await.map_err(failed)?;
    let entries = String::from_utf8_lossy(&log)
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<Vec<_>, _>>()
        .map_err(failed)?;
    let log = Log::open(entries).map_err(failed)?;
    let tournament = log.tournament().cloned().ok_or_else(|| failed("no tournament"))?;
    Ok((organiser, tournament))
}

fn result(tournament: &Tournament, table: u32, sample: u32) -> Value {
    let players = tournament.table(1, table).map(|table| table.players.clone()).unwrap_or_default();
    let sums = [0, 10 + sample % 2, 20, 30];
    let racks: Vec<Value> =
        players.iter().zip(sums).map(|(number, sum)| json!({"number": number, "sum": sum})).collect();
    json!({"round": 1, "table": table, "ended": "out", "racks": racks})
}

/// The times of all samples: until the projector, the first device, had the message, and until everybody had it.
#[derive(Default)]
struct Times {
    projector: Vec<f64>,
    everybody: Vec<f64>,
}

impl Times {
    /// Waits until all devices have the message of a number, or a later one.
    async fn wait(
        &mut self,
        began: Instant,
        number: u64,
        devices: usize,
        reports: &mut mpsc::UnboundedReceiver<Received>,
    ) -> Result<(), Failure> {
        let (mut missing, mut last) = (vec![true; devices], began);
        let mut left = devices;
        while left > 0 {
            let report = tokio::time::timeout(PATIENCE, reports.recv()).await.map_err(failed)?;
            let Received { device, number: received, at } = report.ok_or_else(|| failed("connections ended"))?;
            if received < number || !std::mem::take(&mut missing[device]) {
                continue;
            }
            left -= 1;
            last = last.max(at);
            if device == 0 {
                self.projector.push(at.duration_since(began).as_secs_f64() * 1000.0);
            }
        }
        self.everybody.push(last.duration_since(began).as_secs_f64() * 1000.0);
        Ok(())
    }
}

fn quantile(times: &[f64], of: f64) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = ((sorted.len() as f64 * of).ceil() as usize).clamp(1, sorted.len().max(1)) - 1;
    sorted.get(at).copied().unwrap_or(f64::NAN)
}

async fn measure(args: &HallArgs) -> Result<Figures, Failure> {
    let folder = std::env::temp_dir().join(format!("trinta-bench-hall-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let data = folder.to_string_lossy().into_owned();
    let hall = Process::start(&["serve", "--no-open", "--log", "error", "--listen", "127.0.0.1:0", "--data", &data])?;
    let bare = Process::start(&["bench", "server", "--bare"])?;
    let measured = measure_both(args, hall.address(), bare.address()).await;
    drop(hall);
    // The files of a run are not needed any more.
    let _ = std::fs::remove_dir_all(&folder);
    measured
}

async fn measure_both(args: &HallArgs, hall: SocketAddr, bare: SocketAddr) -> Result<Figures, Failure> {
    let (mut organiser, tournament) = begin(hall).await?;
    let id = organiser.id.clone();
    let code = |target| json!({"code": tournament.code(target).to_string()});
    // The projector comes first, then spectators, cards and judges.
    let mut credentials = vec![Value::Null; 1 + SPECTATORS as usize];
    credentials.extend((1..=PLAYERS).map(|number| code(CodeTarget::Player(Number(number)))));
    credentials.extend((1..=TABLES).map(|table| code(CodeTarget::Sheet { round: 1, table })));
    let devices = credentials.len();
    let (reports, mut received) = mpsc::unbounded_channel();
    let (bare_reports, mut bare_received) = mpsc::unbounded_channel();
    let mut view_bytes = 0;
    for (device, credentials) in credentials.into_iter().enumerate() {
        let mut connection = connect(hall, &id, credentials).await?;
        if device == 0 {
            view_bytes = connection.receive_text().await.map_err(failed)?.len();
        }
        listen(connection, device, reports.clone());
        listen(Client::new(bare).connect_to("/1").await.map_err(failed)?, device, bare_reports.clone());
    }
    let mut sender = Client::new(bare).connect_to("/1").await.map_err(failed)?;
    for table in 1..=TABLES {
        let mut command = result(&tournament, table, 0);
        command["do"] = json!("result");
        organiser.give(command).await?;
    }
    let (mut times, mut bare_times) = (Times::default(), Times::default());
    for sample in 1..=args.results {
        tokio::time::sleep(REST).await;
        let mut command = result(&tournament, TABLES, sample);
        (command["do"], command["why"]) = (json!("correct"), json!("measured"));
        let began = Instant::now();
        organiser.send(command).await?;
        let seq = organiser.answer().await?["seq"].as_u64().ok_or_else(|| failed("no number"))?;
        times.wait(began, seq, devices, &mut received).await?;
        tokio::time::sleep(REST).await;
        let head = format!(r#"{{"type":"view","seq":{sample},"#);
        let text = format!("{head}{}", "x".repeat(view_bytes.saturating_sub(head.len())));
        let began = Instant::now();
        sender.send_raw(Message::text(text)).await.map_err(failed)?;
        bare_times.wait(began, sample.into(), devices, &mut bare_received).await?;
    }
    let (p50, p99) = (|times: &[f64]| quantile(times, 0.5), |times: &[f64]| quantile(times, 0.99));
    Ok(Figures {
        devices,
        results: args.results,
        view_bytes,
        projector_p50_ms: p50(&times.projector),
        projector_p99_ms: p99(&times.projector),
        everybody_p50_ms: p50(&times.everybody),
        everybody_p99_ms: p99(&times.everybody),
        bare_projector_p50_ms: p50(&bare_times.projector),
        bare_projector_p99_ms: p99(&bare_times.projector),
        bare_everybody_p50_ms: p50(&bare_times.everybody),
        bare_everybody_p99_ms: p99(&bare_times.everybody),
        ratio_p50: p50(&times.projector) / p50(&bare_times.projector),
        ratio_p99: p99(&times.projector) / p99(&bare_times.projector),
    })
}

fn report(figures: &Figures, json: bool) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    if json {
        let text = serde_json::to_string(figures).map_err(failed)?;
        writeln!(out, "{text}")?;
        return Ok(());
    }
    let Figures { devices, results, view_bytes, .. } = figures;
    writeln!(out, "{devices} devices from one address, {results} results, a view of {view_bytes} bytes\n")?;
    writeln!(
        out,
        "{:<12} {:>18} {:>18} {:>18} {:>18}",
        "", "projector p50", "projector p99", "everybody p50", "everybody p99"
    )?;
    let mut line = |name: &str, times: [f64; 4]| {
        write!(out, "{name:<12}")?;
        for time in times {
            write!(out, " {:>18}", format!("{time:.1} ms"))?;
        }
        writeln!(out)
    };
    line(
        "hall",
        [figures.projector_p50_ms, figures.projector_p99_ms, figures.everybody_p50_ms, figures.everybody_p99_ms],
    )?;
    line(
        "bare",
        [
            figures.bare_projector_p50_ms,
            figures.bare_projector_p99_ms,
            figures.bare_everybody_p50_ms,
            figures.bare_everybody_p99_ms,
        ],
    )?;
    writeln!(out, "\nratio to the projector: {:.1} (p50), {:.1} (p99)", figures.ratio_p50, figures.ratio_p99)?;
    Ok(())
}
