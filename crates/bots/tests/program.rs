//! Programs as bots: the examples of the protocol's document, and programs that misbehave.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use trinta_bots::arena::{Arena, Finished, seed_of};
use trinta_bots::numbers::Greedy;
use trinta_bots::program::{Conduct, FromProgram, Link, LinkFault, Program, Record, ToProgram};
use trinta_bots::{Bot, Budget, NoClock};
use trinta_core::{AnyWord, Command, Game, Seat, Settings, Setup, Table, Viewer};
use trinta_solver::Referee;

const DOCUMENT: &str = include_str!("../../../docs/bot-protocol.md");

/// The example lines of the document for one direction.
fn examples(direction: &str) -> Vec<&'static str> {
    let fence = format!("```json {direction}\n");
    let blocks = DOCUMENT.split(fence.as_str()).skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).collect()
}

/// The type of a message.
fn kind(line: &str) -> String {
    serde_json::from_str::<serde_json::Value>(line).unwrap()["type"].as_str().unwrap().to_owned()
}

#[test]
fn the_document_has_a_valid_example_of_every_message() {
    for line in examples("to-program") {
        let message: ToProgram = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(serde_json::to_string(&message).unwrap(), line);
    }
    for line in examples("from-program") {
        let message: FromProgram = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(serde_json::to_string(&message).unwrap(), line);
    }
    let kinds = |direction| {
        let mut kinds: Vec<String> = examples(direction).into_iter().map(kind).collect();
        kinds.dedup();
        kinds
    };
    // A new message needs an example; this match makes the compiler point here.
    let shown = |message: &ToProgram| match message {
        ToProgram::Hello { .. }
        | ToProgram::Start { .. }
        | ToProgram::Event { .. }
        | ToProgram::Turn { .. }
        | ToProgram::Challenge { .. }
        | ToProgram::Refused { .. }
        | ToProgram::End { .. }
        | ToProgram::Bye => kinds("to-program"),
    };
    let all = ["hello", "start", "event", "turn", "challenge", "refused", "end", "bye"];
    assert_eq!(shown(&ToProgram::Bye), all);
    assert_eq!(kinds("from-program"), ["hello", "answer", "verdict"]);
    for kind in all {
        assert!(DOCUMENT.contains(&format!("| `{kind}` | program |")), "{kind}");
    }
}

/// The reaction of a test program to a message.
type Script = fn(&ToProgram, &mut Replies);

/// The replies of a test program.
#[derive(Default)]
struct Replies(VecDeque<Result<String, LinkFault>>);

impl Replies {
    fn send(&mut self, line: impl Into<String>) {
        self.0.push_back(Ok(line.into()));
    }

    fn answer(&mut self, id: u64, command: &str) {
        self.send(format!(r#"{{"type":"answer","id":{id},"command":{{"command":"{command}"}}}}"#));
    }

    fn hello(&mut self) {
        self.send(r#"{"type":"hello","protocol":1,"name":"test"}"#);
    }

    fn die(&mut self) {
        self.0.push_back(Err(LinkFault::Gone("exit status: 1".to_owned())));
    }
}

/// A program without a process.
struct Fake {
    script: Script,
    replies: Replies,
    sent: Arc<Mutex<Vec<ToProgram>>>,
}

impl Link for Fake {
    fn start(&mut self) -> Result<(), LinkFault> {
        self.replies = Replies::default();
        Ok(())
    }

    fn send(&mut self, line: &str) -> Result<(), LinkFault> {
        let message: ToProgram = serde_json::from_str(line).unwrap();
        (self.script)(&message, &mut self.replies);
        self.sent.lock().unwrap().push(message);
        Ok(())
    }

    fn receive(&mut self, within: Duration) -> Result<String, LinkFault> {
        self.replies.0.pop_front().unwrap_or(Err(LinkFault::Silent { within }))
    }

    fn stop(&mut self) {}
}

/// Plays one game of a test program against the greedy bot.
fn play(script: Script) -> (Finished, Record, Vec<ToProgram>) {
    let setup = Setup::new(Settings::edition("hk").unwrap(), 2).unwrap();
    let referee = Referee::new();
    let budget = Budget::of(Duration::from_millis(50));
    let arena = Arena { setup: &setup, search: &referee, spelling: &AnyWord, budget, clock: &NoClock };
    let (conduct, sent) = (Arc::new(Conduct::new()), Arc::default());
    let link = Fake { script, replies: Replies::default(), sent: Arc::clone(&sent) };
    let mut program = Program::new(link, Arc::clone(&conduct));
    let mut greedy = Greedy::new();
    let finished = arena.play(&mut [&mut program as &mut dyn Bot, &mut greedy], &seed_of(3, 1), 0).unwrap();
    drop(program);
    let sent = sent.lock().unwrap().clone();
    (finished, conduct.record(), sent)
}

/// A correct program that always draws, or passes.
fn draws(message: &ToProgram, replies: &mut Replies) {
    match message {
        ToProgram::Hello { .. } => replies.hello(),
        ToProgram::Turn { id, view, .. } => replies.answer(*id, if view.pool > 0 { "draw" } else { "pass" }),
        _ => {}
    }
}

#[test]
fn a_program_gets_every_message_in_order_and_its_answers_are_used() {
    let (finished, record, sent) = play(draws);
    assert!(record.faults.is_empty(), "{record:?}");
    assert_eq!((record.requests, record.name.as_deref()), (finished.seats[0].turns, Some("test")));
    assert!(matches!(sent[0], ToProgram::Hello { protocol: 1, .. }));
    assert!(matches!(sent[1], ToProgram::Start { seat: Seat(0), players: 2, resumed: false, .. }));
    let mut view = Game::new(Setup::new(Settings::edition("hk").unwrap(), 2).unwrap()).view(Viewer::Seat(Seat(0)));
    for message in &sent {
        match message {
            ToProgram::Event { event } => view.apply(event),
            ToProgram::Turn { view: seen, .. } => {
                assert_eq!((&seen.table, Some(&seen.rack)), (view.state.table(), view.own_rack()));
                assert_eq!((seen.pool, seen.seats.len()), (view.state.pool_size(), 2));
            }
            _ => {}
        }
    }
    assert_eq!(view.state.outcome(), Some(&finished.outcome));
    let scores = &finished.outcome.scores;
    assert!(matches!(&sent[sent.len() - 2], ToProgram::End { scores: told, .. } if told == scores));
    assert_eq!(sent.last(), Some(&ToProgram::Bye));
}

#[test]
fn a_silent_program_loses_its_turns_and_is_given_up() {
    let (finished, record, _) = play(|message, replies| {
        if let ToProgram::Hello { .. } = message {
            replies.hello();
        }
    });
    assert_eq!(
        (record.crashes, record.replaced),
        (finished.seats[0].turns.min(15) / 5, u32::from(record.crashes == 3))
    );
    assert!(record.late > 0 && finished.seats[0].refused == 0, "{record:?}");
}

#[test]
fn an_invalid_answer_loses_the_turn_and_nothing_else() {
    let scripts: [(Script, &str); 4] = [
        (|message, replies| spoil(message, replies, |_| "{\"type\":\"ans".to_owned()), "is not a message: EOF"),
        (
            |message, replies| {
                spoil(message, replies, |id| {
                    format!(r#"{{"type":"answer","id":{id},"seat":1,"command":{{"command":"draw"}}}}"#)
                });
            },
            "an answer for seat",
        ),
        (
            |message, replies| {
                spoil(message, replies, |id| format!(r#"{{"type":"verdict","id":{id},"challenge":true}}"#));
            },
            "does not answer the request",
        ),
        (
            |message, replies| {
                spoil(message, replies, |id| format!(r#"{{"type":"answer","id":{id},"command":{{"command":"fly"}}}}"#));
            },
            "unknown variant `fly`",
        ),
    ];
    for (script, reason) in scripts {
        let (finished, record, _) = play(script);
        assert_eq!((record.malformed, record.crashes), (finished.seats[0].turns, 0), "{reason}: {record:?}");
        assert_eq!(finished.seats[0].refused, 0);
        let fault = &record.faults[0].1;
        assert!(fault.to_string().contains(reason) && !fault.advice().is_empty(), "{fault}");
    }
}

/// Answers every turn with a line.
fn spoil(message: &ToProgram, replies: &mut Replies, line: fn(u64) -> String) {
    match message {
        ToProgram::Turn { id, .. } => replies.send(line(*id)),
        _ => draws(message, replies),
    }
}

#[test]
fn a_second_answer_is_ignored() {
    let (_, record, _) = play(|message, replies| {
        draws(message, replies);
        if let ToProgram::Turn { .. } = message {
            draws(message, replies);
        }
    });
    assert_eq!((record.stray, record.malformed, record.crashes), (record.requests - 1, 0, 0), "{record:?}");
}

#[test]
fn a_program_that_sends_too_many_lines_is_stopped_and_finally_given_up() {
    let (finished, record, sent) = play(|message, replies| {
        if let ToProgram::Turn { .. } = message {
            (0..100).for_each(|_| replies.answer(0, "draw"));
        }
        draws(message, replies);
    });
    assert_eq!((record.crashes, record.replaced), (3, 1), "{record:?}");
    assert!(finished.seats[0].turns > 3);
    let resumed = sent.iter().filter(|message| matches!(message, ToProgram::Start { resumed: true, .. })).count();
    assert_eq!(resumed, 2);
}

#[test]
fn a_program_that_exits_is_given_up_after_three_crashes() {
    let (_, record, _) = play(|message, replies| match message {
        ToProgram::Turn { .. } => replies.die(),
        _ => draws(message, replies),
    });
    assert_eq!((record.crashes, record.replaced), (3, 1), "{record:?}");
    let (_, record, _) = play(|_, replies| replies.die());
    assert_eq!((record.crashes, record.replaced), (3, 1), "dead at the start: {record:?}");
    let (_, record, _) = play(|_, replies| replies.send(r#"{"type":"hello","protocol":2,"name":"later"}"#));
    assert!(record.faults[0].1.to_string().contains("version 2"), "{record:?}");
}

#[test]
fn illegal_commands_are_refused_with_a_reason() {
    let (finished, record, sent) = play(|message, replies| match message {
        ToProgram::Turn { id, .. } => replies.send(
            serde_json::to_string(&FromProgram::Answer {
                id: *id,
                seat: None,
                command: Command::Play { layout: "r1 r2 r3".parse().unwrap() },
            })
            .unwrap(),
        ),
        _ => draws(message, replies),
    });
    assert_eq!((record.illegal, finished.seats[0].refused), (finished.seats[0].turns, finished.seats[0].turns));
    let told = |message: &&ToProgram| matches!(message, ToProgram::Refused { reason, .. } if !reason.is_empty());
    assert_eq!(sent.iter().filter(told).count(), record.illegal as usize);
    assert!(Table::read("r1 r2 r3".parse().unwrap()).is_ok(), "the set itself is one");
}
