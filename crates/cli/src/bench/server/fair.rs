//! `trinta bench fair`: the latency of moves while one address asks at every other door as often as it may.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, timeout};
use trinta_client::{Client, Follower, Hello};
use trinta_core::{Layout, Seat};
use trinta_table::wire::{Action, ClientMessage, CreateTable};
use trinta_table::{Access, Plan};

use super::tables::{Measurement, Parties};
use super::{Process, ROUNDS};
use crate::failure::Failure;

const HELP: &str = "\
Examples:
  trinta bench fair                           20 tables of 4, 20 seconds quiet and 20 hammered
  trinta bench fair --tables 50 --seconds 60
  trinta bench fair --each --seconds 8        every door alone, to find the one that costs most

Latency: from sending a move until the last seat of the table has received it, at --rate moves per second.
Hammered: with its limits on, the server gets 200 requests a second from one address, as many as it may send: records,
analyses, passwords, tables, codes, guests, names, plays to be judged, advice, the page and everything else compressed,
connections that ask for the longest message or make one draft after the other. What is beyond their own limits is refused.
Exit code: 0, or 2 if the measurement failed.";

/// The requests that one address may send in a second.
const REQUESTS_PER_SECOND: u64 = 200;
/// The most requests that wait for an answer at a time.
const MAX_OPEN: u64 = 256;
/// How long an answer is waited for.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// Measure the latency of moves while one address asks for as much as it may.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(in crate::bench) struct FairArgs {
    /// Number of tables of four
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=25))]
    tables: u32,
    /// Seconds for each measurement
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// Moves per second
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rate: u32,
    /// Hammer one door at a time, and compare each with the quiet time beside it
    #[arg(long)]
    each: bool,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

/// The results of a run.
#[derive(Debug, Serialize)]
struct Figures {
    tables: u32,
    seconds: u32,
    rate: u32,
    quiet_p50_ms: f64,
    #[serde(flatten)]
    compared: Compared,
    /// The doors one by one, if that was asked for.
    doors: Vec<DoorFigures>,
}

/// The results of one door alone.
#[derive(Debug, Serialize)]
struct DoorFigures {
    door: String,
    #[serde(flatten)]
    compared: Compared,
}

/// Moves without and with the hammer, side by side.
#[derive(Debug, Serialize)]
struct Compared {
    quiet_p99_ms: f64,
    hammered_p50_ms: f64,
    hammered_p99_ms: f64,
    ratio_of_p99: f64,
    requests: u64,
    refused: u64,
}

impl From<&Comparison> for Compared {
    fn from(comparison: &Comparison) -> Compared {
        let Comparison { quiet, hammered, requests, refused } = comparison;
        Compared {
            quiet_p99_ms: quiet.percentile(99),
            hammered_p50_ms: hammered.percentile(50),
            hammered_p99_ms: hammered.percentile(99),
            ratio_of_p99: hammered.percentile(99) / quiet.percentile(99),
            requests: *requests,
            refused: *refused,
        }
    }
}

/// Moves without and with the hammer, in turns.
struct Comparison {
    quiet: Measurement,
    hammered: Measurement,
    requests: u64,
    refused: u64,
}

pub(in crate::bench) fn run(args: &FairArgs) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let folder = std::env::temp_dir().join(format!("trinta-bench-fair-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let figures = runtime.block_on(measure(args, &folder));
    // The files of a run are not needed any more.
    let _ = std::fs::remove_dir_all(&folder);
    report(&figures?, args.json)?;
    Ok(ExitCode::SUCCESS)
}

async fn measure(args: &FairArgs, folder: &Path) -> Result<Figures, Failure> {
    let config = folder.join("bench.toml");
    std::fs::write(&config, "bot_delay_ms = 0\n")?;
    let (config, data) = (config.to_string_lossy().into_owned(), folder.to_string_lossy().into_owned());
    let serve = ["serve", "--no-open", "--listen", "127.0.0.1:0", "--log", "off", "--data", &data, "--config", &config];
    let server = Process::start(&serve)?;
    let hammer = Arc::new(Hammer::new(server.address()).await?);
    // Before anybody hammers: they come from the same address, whose budgets are then used up.
    let mut parties = Parties::sit_down(&[server.address()], 0, args.tables).await?;
    let mut doors = Vec::new();
    for place in (0..hammer.places()).filter(|_| args.each) {
        let comparison = compare(&hammer, Some(place), &mut parties, args).await?;
        doors.push(DoorFigures { door: hammer.name(place), compared: Compared::from(&comparison) });
    }
    let comparison = compare(&hammer, None, &mut parties, args).await?;
    Ok(Figures {
        tables: args.tables,
        seconds: args.seconds,
        rate: args.rate,
        quiet_p50_ms: comparison.quiet.percentile(50),
        compared: Compared::from(&comparison),
        doors,
    })
}

/// Measures moves without and with the hammer in turns; it strikes one door only, or all of them.
async fn compare(
    hammer: &Arc<Hammer>,
    only: Option<usize>,
    parties: &mut Parties,
    args: &FairArgs,
) -> Result<Comparison, Failure> {
    let time = Duration::from_secs(u64::from(args.seconds)) / ROUNDS;
    let (mut quiet, mut hammered) = (Measurement::default(), Measurement::default());
    for _ in 0..ROUNDS {
        parties.play(Some(args.rate), time, &mut quiet).await?;
        let hammering = tokio::spawn(hammer.clone().run(only));
        let measured = parties.play(Some(args.rate), time, &mut hammered).await;
        hammering.abort();
        measured?;
        // What was begun for the hammer is over before the next quiet time.
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
    for measured in [&mut quiet, &mut hammered] {
        measured.latencies.sort_unstable();
    }
    let [requests, refused] = [&hammer.requests, &hammer.refused].map(|count| count.swap(0, Ordering::Relaxed));
    Ok(Comparison { quiet, hammered, requests, refused })
}

/// A request.
struct Door {
    method: hyper::Method,
    path: String,
    body: String,
}

/// One address that asks for as much as it may.
struct Hammer {
    client: Client,
    /// A table with a finished game.
    table: String,
    /// A table where somebody of that address plays with a bot.
    own: String,
    doors: Vec<Door>,
    requests: AtomicU64,
    refused: AtomicU64,
    open: AtomicU64,
}

impl Hammer {
    async fn new(address: SocketAddr) -> Result<Hammer, Failure> {
        let failed = |error: trinta_client::ClientError| Failure::Input(error.to_string());
        let mut client = Client::new(address);
        client.sign_in("Eve").await.map_err(failed)?;
        let mut plan = Plan::new("hk", 2);
        plan.access = Access::Open;
        let bots: BTreeMap<u8, String> = (0..2).map(|seat| (seat, "greedy".to_owned())).collect();
        let wanted = CreateTable { plan, sit: false, bots, begin: true };
        let table = client.create(&wanted).await.map_err(failed)?.table;
        let mut watching = client.enter(&table, Hello::default()).await.map_err(failed)?;
        let mut follower = Follower::default();
        while follower.ended() == 0 {
            watching.follow(&mut follower).await.map_err(failed)?;
        }
        let bots = BTreeMap::from([(1, "level1".to_owned())]);
        let wanted = CreateTable { plan: Plan::new("hk", 2), sit: true, bots, begin: false };
        let own = client.create(&wanted).await.map_err(failed)?.table;
        let (_, _, page) = client.raw(hyper::Method::GET, "/", &[], Vec::new()).await.map_err(failed)?;
        let doors = doors(&table, &script(&String::from_utf8_lossy(&page)));
        let (requests, refused, open) = Default::default();
        Ok(Hammer { client, table, own, doors, requests, refused, open })
    }

    /// The number of doors: those of requests, and connections of both kinds.
    fn places(&self) -> usize {
        self.doors.len() + 2
    }

    fn name(&self, place: usize) -> String {
        match self.doors.get(place) {
            Some(Door { method, path, .. }) => format!("{method} {path}").replace(&self.table, "…"),
            None if place == self.doors.len() => "connections: fresh views".to_owned(),
            None => "connections: drafts".to_owned(),
        }
    }

    /// Asks at one door after the other, or at one only, until it is aborted.
    async fn run(self: Arc<Hammer>, only: Option<usize>) {
        let mut ticks = interval(Duration::from_secs(1) / u32::try_from(REQUESTS_PER_SECOND).unwrap_or(1));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut tasks = JoinSet::new();
        for number in 0.. {
            ticks.tick().await;
            while tasks.try_join_next().is_some() {}
            if self.open.load(Ordering::Relaxed) >= MAX_OPEN {
                continue;
            }
            self.open.fetch_add(1, Ordering::Relaxed);
            let hammer = self.clone();
            let place = only.unwrap_or(number % self.places());
            tasks.spawn(async move {
                let _ = timeout(ANSWER_TIMEOUT, hammer.ask(place)).await;
                hammer.open.fetch_sub(1, Ordering::Relaxed);
            });
        }
    }

    async fn ask(&self, place: usize) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let door = match self.doors.get(place) {
            Some(door) => door,
            None if place == self.doors.len() => return self.watch().await,
            None => return self.play().await,
        };
        let json = [("content-type", "application/json"), ("accept-encoding", "gzip")];
        let body = door.body.clone().into_bytes();
        match self.client.raw(door.method.clone(), &door.path, &json, body).await {
            Ok((status, ..)) if status.is_client_error() || status.is_server_error() => {
                self.refused.fetch_add(1, Ordering::Relaxed);
            }
            Ok(_) => {}
            // No more connections for this address.
            Err(_) => drop(self.refused.fetch_add(1, Ordering::Relaxed)),
        }
    }

    /// Makes one draft after the other, each of which is judged.
    async fn play(&self) {
        let hello = Hello { seat: Some(Seat(0)), ..Hello::default() };
        let Ok(mut connection) = self.client.enter(&self.own, hello).await else {
            self.refused.fetch_add(1, Ordering::Relaxed);
            return;
        };
        // Whoever may begin does so once; from then on it is refused.
        let begin = ClientMessage::Command { id: "begin".to_owned(), version: 0, action: Action::Begin };
        let _ = connection.send(&begin).await;
        for number in 0..60 {
            let table: Option<Layout> = "r3 r4 r5 | k7 r7 b7 | y1 y2 y3 y4 y5 y6 y7 y8".parse().ok();
            if connection.send(&ClientMessage::Draft { number, table }).await.is_err()
                || connection.receive().await.is_err()
            {
                return;
            }
        }
    }

    /// Asks for the longest message there is until the connection is closed.
    async fn watch(&self) {
        let Ok(mut connection) = self.client.enter(&self.table, Hello::default()).await else {
            self.refused.fetch_add(1, Ordering::Relaxed);
            return;
        };
        for _ in 0..20 {
            if connection.send(&ClientMessage::Resync).await.is_err() || connection.receive().await.is_err() {
                return;
            }
        }
    }
}

/// The largest file of the page: its script.
fn script(page: &str) -> String {
    let path = page.split('"').find(|text| text.contains("assets/") && text.ends_with(".js"));
    path.map_or_else(|| "/".to_owned(), |path| format!("/{}", path.trim_start_matches(['.', '/'])))
}

fn doors(table: &str, script: &str) -> Vec<Door> {
    let get = |path: &str| Door { method: hyper::Method::GET, path: path.to_owned(), body: String::new() };
    let post =
        |path: &str, body: &str| Door { method: hyper::Method::POST, path: path.to_owned(), body: body.to_owned() };
    let play = r#"{"edition":"hk","settings":{},"players":2,"opened":true,"before":["r1 r2 r3"],"rack":"r4 k1","after":["r1 r2 r3 r4"]}"#;
    let words = r#"{"edition":"word-a","settings":{},"players":2,"opened":true,"before":["TEA"],"rack":"SEAT*XQ","after":["TEAS","SEAT"]}"#;
    let opened = r#"{"plan":{"edition":"hk","players":4},"sit":true,"bots":{},"begin":false}"#;
    vec![
        get("/api/v1/tables"),
        get("/api/v1/session"),
        get(&format!("/api/v1/tables/{table}/games/1/record")),
        get(&format!("/api/v1/tables/{table}/games/7/record")),
        get(&format!("/api/v1/tables/{table}/games/1/analysis")),
        get("/api/v1/games"),
        get("/api/v1/seats"),
        get("/"),
        get(script),
        get("/api/v1/openapi.json"),
        post("/api/v1/judge", play),
        post("/api/v1/judge", words),
        Door { method: hyper::Method::PUT, ..post("/api/v1/session", r#"{"name":"Eve E"}"#) },
        post("/api/v1/codes", r#"{"code":"AAAA22"}"#),
        post("/api/v1/session", r#"{"name":"Eve"}"#),
        post("/api/v1/login", r#"{"account":"ana","password":"wrong horse!"}"#),
        post("/api/v1/tables", opened),
        post("/api/v1/tournaments/advice", r#"{"players":64,"set":{}}"#),
    ]
}

fn report(figures: &Figures, json: bool) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    if json {
        let text = serde_json::to_string(figures).map_err(|error| Failure::Input(error.to_string()))?;
        writeln!(out, "{text}")?;
        return Ok(());
    }
    let Figures { tables, seconds, rate, quiet_p50_ms, compared: all, doors } = figures;
    writeln!(
        out,
        "{tables} tables of 4 at {rate} moves/s, {seconds} s each, server and clients on the same machine\n"
    )?;
    if !doors.is_empty() {
        writeln!(
            out,
            "{:<48}{:>10}{:>10}{:>10}{:>8}{:>10}{:>9}",
            "one door at a time, ms", "quiet p99", "p50", "p99", "ratio", "requests", "refused"
        )?;
    }
    for DoorFigures { door, compared } in doors {
        let Compared { quiet_p99_ms, hammered_p50_ms, hammered_p99_ms, ratio_of_p99, requests, refused } = compared;
        writeln!(
            out,
            "{door:<48}{quiet_p99_ms:>10.1}{hammered_p50_ms:>10.1}{hammered_p99_ms:>10.1}{ratio_of_p99:>8.2}{requests:>10}{refused:>9}"
        )?;
    }
    if !doors.is_empty() {
        writeln!(out)?;
    }
    writeln!(out, "{:<34}{:>12}{:>12}", "to the last seat, ms", "quiet", "hammered")?;
    writeln!(out, "{:<34}{quiet_p50_ms:>12.1}{:>12.1}", "p50", all.hammered_p50_ms)?;
    writeln!(out, "{:<34}{:>12.1}{:>12.1}", "p99", all.quiet_p99_ms, all.hammered_p99_ms)?;
    writeln!(out, "\nratio of p99: {:.2}", all.ratio_of_p99)?;
    writeln!(out, "requests of one address: {}, of which {} were refused", all.requests, all.refused)?;
    Ok(())
}
