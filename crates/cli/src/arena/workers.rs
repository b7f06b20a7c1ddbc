//! Groups of games played on several threads and delivered in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use trinta_bots::arena::{Arena, GameResult, in_order, seating, seed_of};
use trinta_bots::{Bot, Clock};
use trinta_core::shuffle::Seed;
use trinta_core::{AnyWord, Event, Spelling};

use crate::arena::plan::ArenaPlan;

/// The real clock.
pub(crate) struct WallClock(Instant);

impl WallClock {
    /// A clock that starts now.
    pub(crate) fn new() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The games of one mirrored group.
pub(super) struct Group {
    /// The seed of the deal.
    pub(super) seed: Seed,
    /// The result of each game.
    pub(super) results: Vec<GameResult>,
    /// The events of each game, if records are written.
    pub(super) events: Vec<Vec<Event>>,
}

/// The maximum number of finished groups that wait for an earlier one.
const MAX_WAITING_GROUPS: usize = 64;

/// Plays the groups of the plan and passes them to `take` in order, until it returns false. Returns whether it did.
pub(super) fn play(
    plan: &ArenaPlan,
    keep_events: bool,
    mut take: impl FnMut(u64, Result<Group, String>) -> bool,
) -> bool {
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let (done, ready) = sync_channel(MAX_WAITING_GROUPS);
    let threads = plan.threads.get().min(usize::try_from(plan.groups).unwrap_or(usize::MAX));
    thread::scope(|scope| {
        for _ in 0..threads {
            let done = done.clone();
            let (next, stop) = (&next, &stop);
            scope.spawn(move || run_worker(plan, keep_events, next, stop, &done));
        }
        drop(done);
        let (mut early, mut wanted) = (BTreeMap::new(), 0);
        for (number, group) in ready {
            early.insert(number, group);
            while let Some(group) = early.remove(&wanted) {
                if !take(wanted, group) {
                    // Groups that other threads have finished meanwhile are dropped: which ones depends on timing.
                    stop.store(true, Ordering::Relaxed);
                    return true;
                }
                wanted += 1;
            }
        }
        false
    })
}

fn run_worker(
    plan: &ArenaPlan,
    keep_events: bool,
    next: &AtomicU64,
    stop: &AtomicBool,
    done: &SyncSender<(u64, Result<Group, String>)>,
) {
    let mut table = ArenaTable::new(plan);
    while !stop.load(Ordering::Relaxed) {
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

/// The bots and the referee of one thread, reused from group to group with their memory.
struct ArenaTable<'a> {
    plan: &'a ArenaPlan,
    /// For each bot, as many instances as can sit at one table.
    bots: Vec<Vec<Box<dyn Bot>>>,
    referee: trinta_solver::Referee,
    clock: WallClock,
}

impl ArenaTable<'_> {
    fn new(plan: &ArenaPlan) -> ArenaTable<'_> {
        let instances = |bot: usize| {
            let seats = |lineup: &Vec<usize>| lineup.iter().filter(|&&seat| seat == bot).count();
            plan.lineups.iter().map(seats).max().unwrap_or(0)
        };
        // The plan has checked every bot, so that building can't fail.
        let build = |number: usize| (0..instances(number)).filter_map(|_| plan.build(number)).collect();
        let bots = (0..plan.bots.len()).map(build).collect();
        ArenaTable { plan, bots, referee: plan.referee(), clock: WallClock::new() }
    }

    fn play(&mut self, number: u64, keep_events: bool) -> Result<Group, String> {
        let plan = self.plan;
        let spelling: &dyn Spelling = plan.words.as_ref().map_or(&AnyWord, |words| &words.dictionary);
        let arena =
            Arena { setup: &plan.setup, search: &self.referee, spelling, budget: plan.budget, clock: &self.clock };
        let (players, seed) = (plan.setup.players(), seed_of(plan.seed, number));
        let lineup = in_order(plan.lineup(number), &seed);
        let mut group = Group { seed, results: Vec::new(), events: Vec::new() };
        for way in 0..players {
            let seats: Vec<usize> = seating(players, way).map(|place| lineup[place]).collect();
            let mut free: Vec<_> = self.bots.iter_mut().map(|bots| bots.iter_mut()).collect();
            let mut bots: Vec<&mut dyn Bot> =
                seats.iter().filter_map(|&bot| free[bot].next()).map(|bot| &mut **bot as &mut dyn Bot).collect();
            let finished = arena.play(&mut bots, &seed, way).map_err(|error| error.to_string())?;
            group.results.push(GameResult::new(seats, &finished));
            if keep_events {
                group.events.push(finished.events);
            }
        }
        Ok(group)
    }
}
