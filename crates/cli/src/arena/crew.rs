//! Groups of games on many threads, handed over in their order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use trinta_bots::arena::{GameResult, Hall, in_order, seating, seed_of};
use trinta_bots::{Bot, Clock};
use trinta_core::shuffle::Seed;
use trinta_core::{AnyWord, Event, Spelling};

use crate::arena::plan::Plan;

/// The clock on the wall.
pub(crate) struct Wall(Instant);

impl Wall {
    /// A clock that begins now.
    pub(crate) fn new() -> Wall {
        Wall(Instant::now())
    }
}

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The games of one mirrored group.
pub(super) struct Group {
    /// The deal.
    pub(super) seed: Seed,
    /// What came out of each game.
    pub(super) results: Vec<GameResult>,
    /// What happened in each game, if somebody wants to write it down.
    pub(super) events: Vec<Vec<Event>>,
}

/// Groups that may be ready before the oldest of them is.
const AHEAD: usize = 64;

/// Plays the plan's groups. They are handed over in order, until `take` has had enough; whether it has.
pub(super) fn play(plan: &Plan, keep_events: bool, mut take: impl FnMut(u64, Result<Group, String>) -> bool) -> bool {
    let (next, enough) = (AtomicU64::new(0), AtomicBool::new(false));
    let (done, ready) = sync_channel(AHEAD);
    let threads = plan.threads.get().min(usize::try_from(plan.groups).unwrap_or(usize::MAX));
    thread::scope(|scope| {
        for _ in 0..threads {
            let done = done.clone();
            let (next, enough) = (&next, &enough);
            scope.spawn(move || work(plan, keep_events, next, enough, &done));
        }
        drop(done);
        let (mut early, mut wanted) = (BTreeMap::new(), 0);
        for (number, group) in ready {
            early.insert(number, group);
            while let Some(group) = early.remove(&wanted) {
                if !take(wanted, group) {
                    // What others have played meanwhile is not looked at: it depends on who was faster.
                    enough.store(true, Ordering::Relaxed);
                    return true;
                }
                wanted += 1;
            }
        }
        false
    })
}

fn work(
    plan: &Plan,
    keep_events: bool,
    next: &AtomicU64,
    enough: &AtomicBool,
    done: &SyncSender<(u64, Result<Group, String>)>,
) {
    let mut table = Table::new(plan);
    while !enough.load(Ordering::Relaxed) {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= plan.groups {
            return;
        }
        let group = table.play(number, keep_events);
        if done.send((number, group)).is_err() {
            return;
        }
    }
}

/// One thread's bots and referee, kept from group to group with the memory they have gathered.
struct Table<'a> {
    plan: &'a Plan,
    /// For each bot, as many of it as sit at a table at once.
    bots: Vec<Vec<Box<dyn Bot>>>,
    referee: trinta_solver::Referee,
    clock: Wall,
}

impl Table<'_> {
    fn new(plan: &Plan) -> Table<'_> {
        let most = |bot: usize| {
            let seats = |lineup: &Vec<usize>| lineup.iter().filter(|&&seat| seat == bot).count();
            plan.lineups.iter().map(seats).max().unwrap_or(0)
        };
        // The plan has looked at each of them already, so none is refused here.
        let build = |number: usize| (0..most(number)).filter_map(|_| plan.build(number)).collect();
        let bots = (0..plan.bots.len()).map(build).collect();
        Table { plan, bots, referee: plan.referee(), clock: Wall::new() }
    }

    fn play(&mut self, number: u64, keep_events: bool) -> Result<Group, String> {
        let plan = self.plan;
        let spelling: &dyn Spelling = plan.words.as_ref().map_or(&AnyWord, |words| &words.dictionary);
        let hall =
            Hall { setup: &plan.setup, search: &self.referee, spelling, budget: plan.budget, clock: &self.clock };
        let (players, seed) = (plan.setup.players(), seed_of(plan.seed, number));
        let lineup = in_order(plan.lineup(number), &seed);
        let mut group = Group { seed, results: Vec::new(), events: Vec::new() };
        for way in 0..players {
            let seats: Vec<usize> = seating(players, way).map(|place| lineup[place]).collect();
            let mut free: Vec<_> = self.bots.iter_mut().map(|bots| bots.iter_mut()).collect();
            let mut bots: Vec<&mut dyn Bot> =
                seats.iter().filter_map(|&bot| free[bot].next()).map(|bot| &mut **bot as &mut dyn Bot).collect();
            let finished = hall.play(&mut bots, &seed, way).map_err(|error| error.to_string())?;
            group.results.push(GameResult::new(seats, &finished));
            if keep_events {
                group.events.push(finished.events);
            }
        }
        Ok(group)
    }
}
