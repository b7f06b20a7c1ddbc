//! Nodes of two versions: programs of this one and of a later one, built with the feature `next-version` of `trinta-table`,
//! serve the same tables. The later one writes a kind of event and a field that this one does not know, and one kind that
//! nobody must skip.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;
use tokio::time::{Instant, sleep};
use trinta_store::{Entry, LogId, LogStore as _, PostgresOptions, PostgresStore};
use trinta_table::wire::{Action, ServerMessage};
use trinta_table::{Code, OLDEST_ENTRY_FORMAT};

use crate::ledger::Ledger;
use crate::node::{NodeProcess, program};
use crate::player::{Acknowledged, Latencies, Nodes, Played, Player, sit_down};
use crate::services::{Service, nats, postgres};
use crate::{ALONE, long_match, open_tables, ready, stop_tables};

const TABLES: usize = 6;
/// How long anything here may take at most.
const PATIENCE: Duration = Duration::from_secs(120);

fn next_program() -> PathBuf {
    let named = std::env::var_os("TRINTA_NEXT_PROGRAM");
    named.expect("TRINTA_NEXT_PROGRAM; `cargo xtask test services` builds the program of the next version").into()
}

/// Three nodes, the second of which is of the next version.
struct Upgrade {
    nodes: Vec<NodeProcess>,
    postgres: Service,
    _nats: Service,
    _folder: tempfile::TempDir,
}

impl Upgrade {
    async fn start() -> Upgrade {
        let folder = tempfile::tempdir().unwrap();
        let (postgres, nats) = (postgres(folder.path()), nats());
        let mut nodes = Vec::new();
        for (name, program) in [("one", program()), ("two", next_program()), ("three", program())] {
            nodes.push(NodeProcess::start_as(program, name, folder.path(), postgres.address, nats.address).await);
        }
        ready(&nodes).await;
        Upgrade { nodes, postgres, _nats: nats, _folder: folder }
    }

    /// A way to some of the nodes.
    fn way_to(&self, numbers: &[usize]) -> Nodes {
        let node = |&number: &usize| (self.nodes[number].address, self.nodes[number].ready.clone());
        Nodes(Arc::new(numbers.iter().map(node).collect()))
    }

    /// Stops a node in good order, and starts it with a program.
    async fn replace(&mut self, number: usize, program: PathBuf) {
        self.nodes[number].stop().await;
        self.start_again(number, program).await;
    }

    async fn start_again(&mut self, number: usize, program: PathBuf) {
        self.nodes[number].program = program;
        self.nodes[number].restart();
        ready(&self.nodes).await;
    }

    async fn store(&self) -> PostgresStore {
        let options = PostgresOptions::new(format!("postgres://trinta@{}/trinta", self.postgres.address));
        PostgresStore::open_read_only(&options).await.unwrap()
    }

    async fn entries(&self, table: &str) -> Vec<Entry> {
        self.store().await.read(&LogId::new(table).unwrap(), 1, 1_000_000).await.unwrap()
    }
}

/// Waits until this many more commands were acknowledged.
async fn wait_for_moves(latencies: &Latencies, more: usize) {
    let count = || latencies.lock().unwrap().len();
    let (wanted, began) = (count() + more, Instant::now());
    while count() < wanted {
        assert!(began.elapsed() < PATIENCE, "the games do not go on");
        sleep(Duration::from_millis(50)).await;
    }
}

/// Which version has served the moves of a table, in their order.
#[derive(Default)]
struct Authors {
    /// Whether each move was counted, as the next version does.
    counted: Vec<bool>,
    /// How often time was given back with a reason, as the next version does.
    reasons: usize,
}

impl Authors {
    fn of(table: &str, entries: &[Entry]) -> Authors {
        let mut authors = Authors::default();
        let mut last = 0;
        for entry in entries {
            assert_eq!(entry.body.version, OLDEST_ENTRY_FORMAT, "{table}: every node reads entry {}", entry.seq);
            let events: Vec<Value> = serde_json::from_str(&entry.body.text).unwrap();
            let has = |kind: &str| events.iter().any(|event| event["table"] == kind);
            authors.reasons += usize::from(events.iter().any(|event| event["cause"].is_string()));
            let counted = events.iter().find(|event| event["table"] == "move-counted");
            if let Some(number) = counted.and_then(|event| event["number"].as_u64()) {
                // Whoever wrote this has read what its own version had written, through what the other one wrote.
                assert_eq!(number, last + 1, "{table}: entry {}", entry.seq);
                last = number;
                authors.counted.push(true);
            } else if has("game") && entry.command.is_some() && !has("game-begun") {
                authors.counted.push(false);
            }
        }
        authors
    }

    /// Whether the next version has gone on where this one had, and this one where the next one had.
    fn is_mixed(&self) -> bool {
        let follows = |first, second| self.counted.windows(2).any(|moves| moves == [first, second]);
        follows(true, false) && follows(false, true)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_over_nodes_of_two_versions_and_nothing_is_lost_or_misread() {
    let _alone = ALONE.lock().await;
    let mut upgrade = Upgrade::start().await;
    let (stop, latencies) = (Arc::new(AtomicBool::new(false)), Latencies::default());
    let way = upgrade.way_to(&[0, 1, 2]);
    let mut playing = open_tables(&way, &long_match(3600), 0, TABLES, &stop, &latencies).await;
    // There and back: each node has been of both versions at the end, and at no time all are of the same.
    for (round, number) in [0, 1, 2, 0, 1, 2].into_iter().enumerate() {
        wait_for_moves(&latencies, TABLES * 4).await;
        let other = if upgrade.nodes[number].program == program() { next_program() } else { program() };
        if round % 2 == 0 {
            upgrade.replace(number, other).await;
        } else {
            upgrade.nodes[number].kill();
            upgrade.start_again(number, other).await;
        }
    }
    wait_for_moves(&latencies, TABLES * 4).await;
    let played = stop_tables(&stop, &mut playing).await;
    let mut ledger = Ledger::default();
    ledger.check(&upgrade.store().await, &played).await;
    let (mut mixed, mut reasons, mut counted, mut uncounted) = (0, 0, 0, 0);
    for Played { table, .. } in &played {
        let authors = Authors::of(table, &upgrade.entries(table).await);
        mixed += usize::from(authors.is_mixed());
        reasons += authors.reasons;
        counted += authors.counted.iter().filter(|counted| **counted).count();
        uncounted += authors.counted.iter().filter(|counted| !**counted).count();
    }
    println!(
        "{} acknowledged commands at {TABLES} tables: {counted} moves by the next version and {uncounted} by this one; \
         {mixed} tables went from one to the other and back",
        ledger.commands
    );
    assert!(counted > 0 && uncounted > 0 && mixed > 0, "both versions have served the same tables");
    assert!(reasons > 0, "the next version has written its new field");
    for node in &mut upgrade.nodes {
        node.stop().await;
    }
}

/// Two people at a table, and what was acknowledged to them.
struct Match {
    players: Vec<Player>,
    acknowledged: Vec<Acknowledged>,
    commands: usize,
}

impl Match {
    /// A game that has begun at the table of a node.
    async fn begin(way: &Nodes) -> Match {
        let players = sit_down(way, &long_match(3600), 0, &Latencies::default()).await;
        let mut begun = Match { players, acknowledged: Vec::new(), commands: 0 };
        begun.act(0, &Action::Begin).await;
        while begun.players.iter().any(|player| player.follower.turn().is_none()) {
            for player in &mut begun.players {
                player.idle(Duration::from_millis(100)).await;
            }
        }
        begun
    }

    fn next_id(&mut self) -> String {
        self.commands += 1;
        format!("c{}", self.commands)
    }

    async fn act(&mut self, player: usize, action: &Action) {
        let id = self.next_id();
        let version = self.players[player].act(&id, action).await.unwrap();
        self.acknowledged.push(Acknowledged { id, version });
    }

    async fn catch_up(&mut self) {
        for player in &mut self.players {
            player.idle(Duration::from_millis(100)).await;
        }
        let newest = self.players.iter().map(|player| player.follower.version()).max().unwrap();
        for player in &mut self.players {
            while player.follower.version() < newest {
                player.receive().await;
            }
        }
    }

    /// Whoever is on turn makes a move.
    async fn make_move(&mut self) {
        self.catch_up().await;
        let player = self.players[0].follower.turn().unwrap().index();
        let action = self.players[player].best();
        self.act(player, &action).await;
        self.catch_up().await;
    }

    /// Both want the clock stopped; the answer to the second.
    async fn vote_to_pause(&mut self) -> Result<u64, (Code, String)> {
        self.catch_up().await;
        let ids = [self.next_id(), self.next_id()];
        self.players[0].ask(&ids[0], Action::Pause).await.expect("the first vote is counted");
        self.players[1].ask(&ids[1], Action::Pause).await
    }

    fn come_to(&mut self, way: &Nodes) {
        for player in &mut self.players {
            player.come_to(way);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_must_not_be_skipped_is_written_when_all_nodes_understand_it_and_an_older_one_leaves_its_table_alone() {
    let _alone = ALONE.lock().await;
    let mut upgrade = Upgrade::start().await;
    let mut game = Match::begin(&upgrade.way_to(&[1])).await;
    game.make_move().await;
    let (code, message) = game.vote_to_pause().await.unwrap_err();
    assert_eq!(code, Code::NotStored, "{message}");
    assert!(message.contains("upgrade"), "{message}");
    game.make_move().await;
    upgrade.replace(0, next_program()).await;
    upgrade.replace(2, next_program()).await;
    // As soon as the nodes have heard that all of them are of the next version.
    let began = Instant::now();
    while game.vote_to_pause().await.is_err() {
        assert!(began.elapsed() < PATIENCE, "the clock can't be stopped");
    }
    let table = game.players[0].table.clone();
    let last = upgrade.entries(&table).await.pop().unwrap();
    assert!(last.body.text.contains("paused-by") && last.body.version > OLDEST_ENTRY_FORMAT, "{last:?}");

    // A node of this version comes late: its people are relayed to a node that reads the table.
    upgrade.replace(0, program()).await;
    let late = upgrade.way_to(&[0]);
    game.come_to(&late);
    game.act(0, &Action::Unpause).await;
    game.make_move().await;

    // Without such a node it refuses the table and goes on with others.
    for number in [1, 2] {
        upgrade.nodes[number].kill();
    }
    let stored = upgrade.entries(&table).await.len();
    let began = Instant::now();
    let message = loop {
        match game.players[0].first_answer().await {
            Some(ServerMessage::Bye { code: Code::Internal, message }) => break message,
            other => assert!(began.elapsed() < PATIENCE, "the table is not refused, but {other:?}"),
        }
        sleep(Duration::from_millis(100)).await;
    };
    assert!(message.contains("this version of the server"), "{message}");
    assert_eq!(upgrade.entries(&table).await.len(), stored, "it has written nothing there");
    while !upgrade.nodes[0].ready.load(Ordering::Relaxed) {
        sleep(Duration::from_millis(50)).await;
    }
    let mut another = Match::begin(&late).await;
    another.make_move().await;

    for number in [1, 2] {
        upgrade.nodes[number].restart();
    }
    ready(&upgrade.nodes).await;
    game.come_to(&late);
    game.make_move().await;
    let played =
        [game, another].map(|game| Played { table: game.players[0].table.clone(), acknowledged: game.acknowledged });
    Ledger::default().check(&upgrade.store().await, &played).await;
    for node in &mut upgrade.nodes {
        node.stop().await;
    }
}
