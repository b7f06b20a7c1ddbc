//! `trinta join`: a player at a terminal, by the open protocol; proof that another client can be written.

use std::io::Write as _;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::process::ExitCode;

use clap::Args;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use trinta_bots::numbers::position;
use trinta_client::{Client, ClientError, Conversation, Follower, Hello};
use trinta_core::{Seat, View};
use trinta_server::bodies::{CodeBody, TableSummary};
use trinta_solver::{Budget, Objective, solve};
use trinta_table::Plan;
use trinta_table::wire::{Action, ChatLine, ClientMessage, CreateTable, JoinBody, ServerMessage};

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  trinta join 127.0.0.1:3030 --code K7QMPX --name Ana    sit down at a table whose code you know
  trinta join 127.0.0.1:3030 --bots 3                    a table of your own, with three bots
  trinta join 127.0.0.1:3030 --bots 1 --auto             let the solver play for you

At the table, write:
  play r3 r4 r5 | k7 r7 b7   leave the table like this
  draw, pass                 instead of playing
  begin                      begin the next game
  bot B level2               seat a bot (as the host)
  say Hello!                 say something
  quit                       go; the seat stays yours

Exit code: 0, or 2 when the server can't be reached or refuses.";

/// Play at a server from the terminal.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct JoinArgs {
    /// The server: host and port
    #[arg(value_name = "HOST:PORT")]
    server: String,
    /// The code of a table
    #[arg(long, value_name = "CODE", conflicts_with = "bots")]
    code: Option<String>,
    /// Open a table with so many bots
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=5))]
    bots: Option<u8>,
    /// Which bots
    #[arg(long, value_name = "LEVEL", default_value = "level2")]
    level: String,
    /// The edition of a table that you open
    #[arg(long, value_name = "EDITION", default_value = "hk")]
    edition: String,
    /// Your name
    #[arg(long, value_name = "NAME", default_value = "Guest")]
    name: String,
    /// Let the solver play for you, one game to its end
    #[arg(long)]
    auto: bool,
}

pub(crate) fn run(args: &JoinArgs) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(join(args))?;
    Ok(ExitCode::SUCCESS)
}

fn failed(error: &ClientError) -> Failure {
    Failure::Input(error.to_string())
}

fn address(server: &str) -> Result<SocketAddr, Failure> {
    let server = server.trim_start_matches("http://").trim_end_matches('/');
    let found = server.to_socket_addrs().ok().and_then(|mut addresses| addresses.next());
    found.ok_or_else(|| Failure::Input(format!("`{server}` is not a host and a port that can be found")))
}

async fn join(args: &JoinArgs) -> Result<(), Failure> {
    let mut client = Client::new(address(&args.server)?);
    client.sign_in(&args.name).await.map_err(|error| failed(&error))?;
    let (table, seat) = sit(args, &client).await?;
    let hello = Hello { seat: Some(seat), ..Hello::default() };
    let conversation = client.enter(&table, hello).await.map_err(|error| failed(&error))?;
    let mut player = Player { conversation, follower: Follower::default(), commands: 0, auto: args.auto };
    player.play().await
}

async fn sit(args: &JoinArgs, client: &Client) -> Result<(String, Seat), Failure> {
    if let Some(code) = &args.code {
        let found: TableSummary =
            client.post("/api/v1/codes", &CodeBody { code: code.clone() }).await.map_err(|error| failed(&error))?;
        let body = JoinBody { code: Some(code.clone()), ..JoinBody::default() };
        let joined = client.join(&found.table, &body).await.map_err(|error| failed(&error))?;
        return Ok((joined.table, joined.seat));
    }
    let bots = args.bots.unwrap_or(1);
    let table = CreateTable {
        plan: Plan::new(&args.edition, bots + 1),
        sit: true,
        bots: (1..=bots).map(|seat| (seat, args.level.clone())).collect(),
        begin: true,
    };
    let created = client.create(&table).await.map_err(|error| failed(&error))?;
    Ok((created.table, created.seat.unwrap_or(Seat(0))))
}

/// Somebody who plays from a terminal, or lets the solver play.
struct Player {
    conversation: Conversation,
    follower: Follower,
    commands: u64,
    auto: bool,
}

impl Player {
    async fn play(&mut self) -> Result<(), Failure> {
        let mut lines = BufReader::new(tokio::io::stdin()).lines();
        loop {
            tokio::select! {
                message = self.conversation.follow(&mut self.follower) => {
                    let message = message.map_err(|error| failed(&error))?;
                    if self.heard(&message).await? {
                        return Ok(());
                    }
                }
                line = lines.next_line(), if !self.auto => {
                    match line? {
                        Some(line) if line.trim() != "quit" => self.obey(line.trim()).await?,
                        _ => return Ok(()),
                    }
                }
            }
        }
    }

    /// Tells of a message and answers it; true when there is nothing left to do.
    async fn heard(&mut self, message: &ServerMessage) -> Result<bool, Failure> {
        tell(message, &self.follower)?;
        if self.auto && self.follower.ended() > 0 {
            return Ok(true);
        }
        if let ServerMessage::Bye { message, .. } = message {
            return Err(Failure::Input(message.clone()));
        }
        let news = matches!(
            message,
            ServerMessage::Welcome { .. } | ServerMessage::Happened { .. } | ServerMessage::View { .. }
        );
        if let Some(game) = self.follower.game().filter(|_| self.auto && news && self.follower.on_turn()) {
            let action = best(game);
            self.command(action).await?;
        }
        Ok(false)
    }

    async fn command(&mut self, action: Action) -> Result<(), Failure> {
        self.commands += 1;
        // New for each process: the server remembers commands for as long as the table is there.
        let id = format!("{}x{}", std::process::id(), self.commands);
        let message = ClientMessage::Command { id, version: self.follower.version(), action };
        self.conversation.say(&message).await.map_err(|error| failed(&error))
    }

    async fn obey(&mut self, line: &str) -> Result<(), Failure> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let action = match word {
            "" => return Ok(()),
            "play" => match rest.parse() {
                Ok(table) => Action::Play { table },
                Err(error) => return say(&format!("That can't be read: {error}.")),
            },
            "draw" => Action::Draw,
            "pass" => Action::Pass,
            "begin" => Action::Begin,
            "bot" => {
                let mut words = rest.split_whitespace();
                let seat = words.next().and_then(|text| text.chars().next()).and_then(Seat::from_letter);
                let Some(seat) = seat else { return say("Write a seat and a level, such as: bot B level2") };
                Action::SeatBot { seat, level: words.next().unwrap_or("level2").to_owned() }
            }
            "say" => {
                let message = ClientMessage::Chat { text: Some(rest.to_owned()), phrase: None };
                return self.conversation.say(&message).await.map_err(|error| failed(&error));
            }
            other => return say(&format!("`{other}` is not known: play, draw, pass, begin, bot, say or quit.")),
        };
        self.command(action).await
    }
}

fn say(text: &str) -> Result<(), Failure> {
    writeln!(anstream::stdout(), "{text}")?;
    Ok(())
}

/// Tells what a message says.
fn tell(message: &ServerMessage, follower: &Follower) -> Result<(), Failure> {
    match message {
        ServerMessage::Welcome { table, code, .. } => {
            say(&format!("Table {table}, code {}.", code.as_deref().unwrap_or("unknown")))?;
            show(follower)
        }
        ServerMessage::View { .. } => show(follower),
        ServerMessage::Happened { events, .. } => {
            for event in events {
                // The events of the protocol are readable as they are.
                say(&serde_json::to_string(event).unwrap_or_default())?;
            }
            show(follower)
        }
        ServerMessage::Refused { message, .. } => say(&format!("Refused: {message}.")),
        ServerMessage::Said { line: ChatLine { name, text, phrase, .. } } => {
            let phrase = || phrase.and_then(|phrase| serde_json::to_string(&phrase).ok()).unwrap_or_default();
            say(&format!("{name}: {}", text.clone().unwrap_or_else(phrase)))
        }
        _ => Ok(()),
    }
}

fn show(follower: &Follower) -> Result<(), Failure> {
    let Some(game) = follower.game().filter(|_| follower.turn().is_some()) else { return Ok(()) };
    say(&format!("  table: {}", game.state.table()))?;
    say(&format!("  rack:  {}   pool: {}", follower.rack(), game.state.pool_size()))?;
    if follower.on_turn() { say("  It is your turn.") } else { Ok(()) }
}

/// What the solver would do.
fn best(game: &View) -> Action {
    let play = position(game).and_then(|asked| solve(&asked, Objective::Tiles, Budget::nodes(100_000)).best);
    match play {
        Some(best) => Action::Play { table: best.table.into_layout() },
        None if game.state.pool_size() > 0 => Action::Draw,
        None => Action::Pass,
    }
}
