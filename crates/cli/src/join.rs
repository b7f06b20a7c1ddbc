//! `trinta join`: plays on a server from a terminal, as a client of the public protocol.

use std::io::Write as _;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::process::ExitCode;

use clap::Args;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use trinta_bots::numbers::position;
use trinta_client::{Client, ClientError, Follower, Hello, TableConnection};
use trinta_core::{Seat, View};
use trinta_server::bodies::{CodeBody, TableSummary};
use trinta_solver::{Budget, Objective, solve};
use trinta_table::Plan;
use trinta_table::wire::{Action, ChatLine, ClientMessage, CreateTable, JoinBody, ServerMessage};

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  trinta join 127.0.0.1:3030 --code K7QMPX --name Ana    join a table by its code
  trinta join 127.0.0.1:3030 --bots 3                    open a table with three bots
  trinta join 127.0.0.1:3030 --bots 1 --auto             let the solver play for you

At the table, type:
  play r3 r4 r5 | k7 r7 b7   make a play; this is the whole table afterwards
  draw, pass                 draw or pass
  begin                      begin the next game
  bot B level2               seat a bot (as the host)
  say Hello!                 send a chat message
  quit                       leave; the seat stays yours

Exit code: 0, or 2 if the server can't be reached or refuses.";

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
    /// Open a table with this many bots
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=5))]
    bots: Option<u8>,
    /// Level of the bots
    #[arg(long, value_name = "LEVEL", default_value = "level2")]
    level: String,
    /// The edition of a table that you open
    #[arg(long, value_name = "EDITION", default_value = "hk")]
    edition: String,
    /// Your name
    #[arg(long, value_name = "NAME", default_value = "Guest")]
    name: String,
    /// Let the solver play for you until the game is over
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
    found.ok_or_else(|| Failure::Input(format!("`{server}` is not the host and port of a server")))
}

async fn join(args: &JoinArgs) -> Result<(), Failure> {
    let mut client = Client::new(address(&args.server)?);
    client.sign_in(&args.name).await.map_err(|error| failed(&error))?;
    let (table, seat) = join_table(args, &client).await?;
    let hello = Hello { seat: Some(seat), ..Hello::default() };
    let connection = client.enter(&table, hello).await.map_err(|error| failed(&error))?;
    let mut player = Player { connection, follower: Follower::default(), commands: 0, auto: args.auto };
    player.play().await
}

async fn join_table(args: &JoinArgs, client: &Client) -> Result<(String, Seat), Failure> {
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

/// A player at the terminal, or the solver in their place.
struct Player {
    connection: TableConnection,
    follower: Follower,
    commands: u64,
    auto: bool,
}

impl Player {
    async fn play(&mut self) -> Result<(), Failure> {
        let mut lines = BufReader::new(tokio::io::stdin()).lines();
        loop {
            tokio::select! {
                message = self.connection.follow(&mut self.follower) => {
                    let message = message.map_err(|error| failed(&error))?;
                    if self.handle(&message).await? {
                        return Ok(());
                    }
                }
                line = lines.next_line(), if !self.auto => {
                    match line? {
                        Some(line) if line.trim() != "quit" => self.execute(line.trim()).await?,
                        _ => return Ok(()),
                    }
                }
            }
        }
    }

    /// Prints a message from the server and, in auto mode, answers it. Returns whether the program is done.
    async fn handle(&mut self, message: &ServerMessage) -> Result<bool, Failure> {
        print_message(message, &self.follower)?;
        if self.auto && self.follower.ended() > 0 {
            return Ok(true);
        }
        if let ServerMessage::Bye { message, .. } = message {
            return Err(Failure::Input(message.clone()));
        }
        if self.auto
            && let Some(action) = auto_action(message, &self.follower)
        {
            self.command(action).await?;
        }
        Ok(false)
    }

    async fn command(&mut self, action: Action) -> Result<(), Failure> {
        self.commands += 1;
        // The process id keeps ids unique across runs: the server remembers the ids of a table's commands.
        let id = format!("{}x{}", std::process::id(), self.commands);
        let message = ClientMessage::Command { id, version: self.follower.version(), action };
        self.connection.send(&message).await.map_err(|error| failed(&error))
    }

    /// Executes a line typed by the player.
    async fn execute(&mut self, line: &str) -> Result<(), Failure> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let action = match word {
            "" => return Ok(()),
            "play" => match rest.parse() {
                Ok(table) => Action::Play { table },
                Err(error) => return print(&format!("Invalid play: {error}.")),
            },
            "draw" => Action::Draw,
            "pass" => Action::Pass,
            "begin" => Action::Begin,
            "bot" => {
                let mut words = rest.split_whitespace();
                let seat = words.next().and_then(|text| text.chars().next()).and_then(Seat::from_letter);
                let Some(seat) = seat else { return print("Type a seat and a level, such as: bot B level2") };
                Action::SeatBot { seat, level: words.next().unwrap_or("level2").to_owned() }
            }
            "say" => {
                let message = ClientMessage::Chat { text: Some(rest.to_owned()), phrase: None };
                return self.connection.send(&message).await.map_err(|error| failed(&error));
            }
            other => {
                return print(&format!(
                    "There is no command `{other}`; type play, draw, pass, begin, bot, say or quit."
                ));
            }
        };
        self.command(action).await
    }
}

fn print(text: &str) -> Result<(), Failure> {
    writeln!(anstream::stdout(), "{text}")?;
    Ok(())
}

/// Prints a message from the server.
fn print_message(message: &ServerMessage, follower: &Follower) -> Result<(), Failure> {
    match message {
        ServerMessage::Welcome { table, code, .. } => {
            print(&format!("Table {table}, code {}.", code.as_deref().unwrap_or("unknown")))?;
            print_game(follower)
        }
        ServerMessage::View { .. } => print_game(follower),
        ServerMessage::Happened { events, .. } => {
            for event in events {
                // Events are printed as JSON, which is readable enough.
                print(&serde_json::to_string(event).unwrap_or_default())?;
            }
            print_game(follower)
        }
        ServerMessage::Refused { message, .. } => print(&format!("Refused: {message}.")),
        ServerMessage::Said { line: ChatLine { name, text, phrase, .. } } => {
            let phrase = || phrase.and_then(|phrase| serde_json::to_string(&phrase).ok()).unwrap_or_default();
            print(&format!("{name}: {}", text.clone().unwrap_or_else(phrase)))
        }
        _ => Ok(()),
    }
}

fn print_game(follower: &Follower) -> Result<(), Failure> {
    let Some(game) = follower.game().filter(|_| follower.turn().is_some()) else { return Ok(()) };
    print(&format!("  table: {}", game.state.table()))?;
    print(&format!("  rack:  {}   pool: {}", follower.rack(), game.state.pool_size()))?;
    if follower.on_turn() { print("  It is your turn.") } else { Ok(()) }
}

/// The solver's action if the message may have made it this player's turn. None while the follower lacks events: it has
/// asked for a fresh view, and the solver acts on that.
fn auto_action(message: &ServerMessage, follower: &Follower) -> Option<Action> {
    let changes_game =
        matches!(message, ServerMessage::Welcome { .. } | ServerMessage::Happened { .. } | ServerMessage::View { .. });
    let game = follower.game().filter(|_| changes_game && follower.on_turn())?;
    Some(best_action(game))
}

/// The solver's play; draws or passes if it finds none.
fn best_action(game: &View) -> Action {
    let play = position(game).and_then(|position| solve(&position, Objective::Tiles, Budget::nodes(100_000)).best);
    match play {
        Some(best) => Action::Play { table: best.table.into_layout() },
        None if game.state.pool_size() > 0 => Action::Draw,
        None => Action::Pass,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The example of a message of this type in `docs/protocol.md`.
    fn example(kind: &str) -> Value {
        let document = include_str!("../../../docs/protocol.md");
        let start = format!("{{\"type\":\"{kind}\"");
        serde_json::from_str(document.lines().find(|line| line.starts_with(&start)).unwrap()).unwrap()
    }

    fn message(value: &Value) -> ServerMessage {
        serde_json::from_value(value.clone()).unwrap()
    }

    #[test]
    fn the_solver_plays_by_overridden_settings() {
        let mut welcome = example("welcome");
        welcome["state"]["game"]["state"]["seats"][0]["opened"] = json!(false);
        welcome["state"]["game"]["state"]["seats"][0]["rack"] = json!({"count": 3, "tiles": "k10 r10 b10"});
        for (points, opens) in [(30, true), (50, false)] {
            welcome["state"]["plan"]["settings"]["opening_points"] = json!(points);
            let (message, mut follower) = (message(&welcome), Follower::default());
            follower.apply(&message).unwrap();
            let action = auto_action(&message, &follower).unwrap();
            assert_eq!(matches!(action, Action::Play { .. }), opens, "{points}: {action:?}");
        }
    }

    #[test]
    fn the_solver_waits_for_a_fresh_view_when_the_follower_is_lost() {
        let (welcome, mut happened, mut view) = (example("welcome"), example("happened"), example("view"));
        let mut follower = Follower::default();
        let first = message(&welcome);
        follower.apply(&first).unwrap();
        assert!(auto_action(&first, &follower).is_some(), "it is seat 0's turn");
        happened["version"] = json!(30);
        let gap = message(&happened);
        assert!(follower.apply(&gap).is_err(), "versions 18 to 29 are missing");
        assert!(auto_action(&gap, &follower).is_none());
        (view["version"], view["state"]) = (json!(30), welcome["state"].clone());
        let fresh = message(&view);
        follower.apply(&fresh).unwrap();
        assert!(auto_action(&fresh, &follower).is_some());
    }
}
