//! A bot whose turns are decided by a program.

use std::sync::Arc;
use std::time::Duration;

use trinta_core::{AnyWord, Command, EventOf, Proposal, SeenEvent, View, Viewer, check_play};

use super::conduct::{Conduct, Fault};
use super::link::{Link, LinkFault};
use super::message::{FromProgram, PROTOCOL, Rules, SeatView, ToProgram};
use crate::bot::{Bot, Thinking};
use crate::fallback::fallback_command;

/// The time that a program may take to start and say hello.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// After this many crashes a program is given up.
const MAX_CRASHES: u32 = 3;

/// After this many turns in a row without an answer a program counts as hanging.
const MAX_SILENT_TURNS: u32 = 5;

/// This many unrequested lines are tolerated in a turn.
const MAX_STRAY_LINES: u32 = 16;

/// The maximum number of characters of a faulty line that are recorded.
const MAX_SHOWN_CHARS: usize = 120;

/// A bot whose turns are decided by a program.
///
/// Whatever the program does, the game goes on: if it is late, has exited or sends an invalid answer, it loses the turn,
/// and the fallback command is used. A program that exits is restarted, up to three times.
pub struct Program<L: Link> {
    link: L,
    conduct: Arc<Conduct>,
    running: bool,
    crashes: u32,
    /// Turns in a row without an answer.
    silent: u32,
    id: u64,
    game: u32,
}

impl<L: Link> Program<L> {
    /// A bot for the program at the other end of the link, whose faults are recorded.
    #[must_use]
    pub const fn new(link: L, conduct: Arc<Conduct>) -> Program<L> {
        Program { link, conduct, running: false, crashes: 0, silent: 0, id: 0, game: 0 }
    }

    /// The current game and request, to locate a fault; part of the JSON output of `trinta bot check`.
    fn fault_location(&self) -> String {
        format!("game {}, question {}", self.game, self.id)
    }

    /// Records that the program exited, or has to be stopped.
    fn crash(&mut self, fault: Fault) {
        self.conduct.fault(&self.fault_location(), fault);
        self.link.stop();
        (self.running, self.silent) = (false, 0);
        self.crashes += 1;
        if self.crashes == MAX_CRASHES {
            self.conduct.count(|record| record.replaced += 1);
        }
    }

    fn send(&mut self, message: &ToProgram) {
        let sent = match serde_json::to_string(message) {
            Ok(line) => self.link.send(&line),
            Err(error) => Err(LinkFault::Gone(error.to_string())),
        };
        if let Err(fault) = sent {
            self.crash(fault.into());
        }
    }

    /// Starts the program if it isn't running, and announces the game to it.
    fn start(&mut self, view: &View, resumed: bool) {
        while !self.running && self.crashes < MAX_CRASHES {
            if let Err(fault) = self.greet() {
                self.crash(fault);
            }
        }
        let (Viewer::Seat(seat), settings) = (view.viewer, view.state.settings()) else { return };
        if self.running {
            self.send(&ToProgram::Start {
                game: if settings.words().is_some() { "words" } else { "numbers" }.to_owned(),
                edition: settings.edition.clone(),
                rules: Box::new(Rules::of(settings)),
                players: view.state.players(),
                seat,
                resumed,
            });
        }
    }

    fn greet(&mut self) -> Result<(), Fault> {
        self.link.start()?;
        let hello = ToProgram::Hello { protocol: PROTOCOL, trinta: env!("CARGO_PKG_VERSION").to_owned() };
        let line = serde_json::to_string(&hello).map_err(|error| LinkFault::Gone(error.to_string()))?;
        self.link.send(&line)?;
        let line = self.link.receive(HELLO_TIMEOUT)?;
        match read(&line)? {
            FromProgram::Hello { protocol: PROTOCOL, name } => {
                self.conduct.count(|record| record.name = Some(name));
                self.running = true;
                Ok(())
            }
            FromProgram::Hello { protocol, .. } => Err(Fault::Version(protocol)),
            _ => Err(Fault::OtherAnswer { line: shorten(&line) }),
        }
    }

    /// Sends a request and waits for the answer; none if the turn is lost.
    fn ask(&mut self, message: &ToProgram, thinking: &Thinking<'_>) -> Option<FromProgram> {
        self.conduct.count(|record| record.requests += 1);
        if self.running {
            self.send(message);
        }
        let mut stray = 0;
        while self.running {
            let line = match self.link.receive(thinking.time_left()) {
                Ok(line) => line,
                Err(LinkFault::Silent { .. }) => {
                    self.record_late_answer(thinking);
                    return None;
                }
                Err(fault) => {
                    self.crash(fault.into());
                    return None;
                }
            };
            let answer = match read(&line) {
                Ok(answer) => answer,
                Err(fault) => {
                    self.conduct.fault(&self.fault_location(), fault);
                    return None;
                }
            };
            match answer {
                FromProgram::Answer { id, .. } | FromProgram::Verdict { id, .. } if id == self.id => {
                    self.silent = 0;
                    return Some(answer);
                }
                // A late or second answer to an earlier request: the answer to this one may follow.
                FromProgram::Answer { id, .. } | FromProgram::Verdict { id, .. } => {
                    self.conduct.fault(&self.fault_location(), Fault::OtherId { id, expected: self.id });
                }
                FromProgram::Hello { .. } => {
                    self.conduct.fault(&self.fault_location(), Fault::OtherAnswer { line: shorten(&line) });
                }
            }
            stray += 1;
            if stray > MAX_STRAY_LINES {
                self.crash(Fault::Flood { limit: MAX_STRAY_LINES });
            }
        }
        None
    }

    fn record_late_answer(&mut self, thinking: &Thinking<'_>) {
        self.conduct.fault(&self.fault_location(), Fault::Late { budget_ms: thinking.budget().time.as_millis() });
        self.silent += 1;
        if self.silent >= MAX_SILENT_TURNS {
            self.crash(Fault::Hangs { turns: self.silent });
        }
    }

    /// The command that the program chose; none if the turn is lost.
    fn decide(&mut self, view: &View, thinking: &Thinking<'_>) -> Option<Command> {
        let (Viewer::Seat(own), seen) = (view.viewer, SeatView::of(view)?) else { return None };
        self.id += 1;
        let budget_ms = thinking.budget().time.as_millis() as u64;
        match self.ask(&ToProgram::Turn { id: self.id, budget_ms, view: seen }, thinking)? {
            FromProgram::Answer { seat: Some(named), .. } if named != own => {
                self.conduct.fault(&self.fault_location(), Fault::OtherSeat { named: named.0, own: own.0 });
                None
            }
            FromProgram::Answer { command, .. } => {
                if let Some(reason) = find_objection(view, &command) {
                    self.conduct.fault(&self.fault_location(), Fault::Illegal { reason: reason.clone() });
                    self.send(&ToProgram::Refused { id: self.id, reason });
                }
                Some(command)
            }
            FromProgram::Verdict { .. } | FromProgram::Hello { .. } => {
                self.conduct.fault(&self.fault_location(), Fault::OtherAnswer { line: "a verdict".to_owned() });
                None
            }
        }
    }
}

/// Why the rules will refuse a command, as far as a player can know: spelling is not checked.
fn find_objection(view: &View, command: &Command) -> Option<String> {
    let Viewer::Seat(seat) = view.viewer else { return None };
    match command {
        Command::Play { .. } if view.state.draws_only(seat) => Some("in this turn you may only draw".to_owned()),
        Command::Play { layout } => {
            let proposal = Proposal {
                before: view.state.table(),
                rack: view.own_rack()?,
                opened: view.state.has_opened(seat),
                after: layout,
            };
            check_play(view.state.settings(), &AnyWord, proposal).err().map(|error| error.to_string())
        }
        Command::Draw if view.state.pool_size() == 0 => Some("the pool is empty: play or pass".to_owned()),
        Command::Pass if view.state.pool_size() > 0 => Some("the pool is not empty: play or draw".to_owned()),
        Command::Draw | Command::Pass | Command::NewDeal => None,
        _ => Some("a turn is answered with play, draw, pass or new-deal".to_owned()),
    }
}

fn read(line: &str) -> Result<FromProgram, Fault> {
    serde_json::from_str(line).map_err(|error| Fault::Malformed { line: shorten(line), reason: error.to_string() })
}

/// A line, or its beginning.
fn shorten(line: &str) -> String {
    match line.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

impl<L: Link> Bot for Program<L> {
    fn begin(&mut self, view: &View) {
        self.game += 1;
        self.start(view, false);
    }

    fn observe(&mut self, event: &SeenEvent, after: &View) {
        if self.running {
            self.send(&ToProgram::Event { event: event.clone() });
        } else if after.state.outcome().is_none() {
            // Restarted between turns, where it takes no player's time.
            self.start(after, true);
        }
        if let EventOf::Ended { scores, winners, .. } = event
            && self.running
        {
            self.send(&ToProgram::End { scores: scores.clone(), winners: winners.clone() });
        }
    }

    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command {
        self.decide(view, thinking).unwrap_or_else(|| fallback_command(view))
    }

    fn challenges(&mut self, view: &View, thinking: &mut Thinking<'_>) -> bool {
        let Some(seen) = SeatView::of(view) else { return false };
        self.id += 1;
        let budget_ms = thinking.budget().time.as_millis() as u64;
        match self.ask(&ToProgram::Challenge { id: self.id, budget_ms, view: seen }, thinking) {
            Some(FromProgram::Verdict { challenge, .. }) => challenge,
            Some(_) => {
                self.conduct.fault(&self.fault_location(), Fault::OtherAnswer { line: "an answer".to_owned() });
                false
            }
            None => false,
        }
    }
}

impl<L: Link> Drop for Program<L> {
    fn drop(&mut self) {
        if self.running {
            // The program is stopped even if it can't be told.
            let _ = serde_json::to_string(&ToProgram::Bye).map(|line| self.link.send(&line));
        }
        self.link.stop();
    }
}
