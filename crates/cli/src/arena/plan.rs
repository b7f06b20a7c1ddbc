//! The plan of an arena run, from the flags.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use trinta_bots::arena::{lineups, pairs};
use trinta_bots::program::Conduct;
use trinta_bots::{Bot, Budget};
use trinta_core::Setup;
use trinta_core::edition::Value;
use trinta_solver::Referee;
use trinta_table::library::Words;

use crate::arena::entrant::Entrant;
use crate::arena::{ArenaArgs, Jokers};
use crate::catalog::Catalog;
use crate::failure::Failure;
use crate::rules::set_up;

/// What an arena run plays.
pub(super) struct ArenaPlan {
    /// The different bots.
    pub(super) bots: Vec<Entrant>,
    /// The conduct of each bot that is a program.
    pub(super) conducts: Vec<Option<Arc<Conduct>>>,
    /// The indices of the bots at each table; groups take the line-ups in turn.
    pub(super) lineups: Vec<Vec<usize>>,
    /// The total number of mirrored groups.
    pub(super) groups: u64,
    pub(super) seed: u64,
    pub(super) budget: Budget,
    pub(super) setup: Setup,
    /// The overridden settings, for records.
    pub(super) overrides: BTreeMap<String, Value>,
    /// The word list, in the word game.
    pub(super) words: Option<Arc<Words>>,
    pub(super) threads: NonZero<usize>,
}

/// More threads would only take memory.
const MAX_THREADS: NonZero<usize> = NonZero::new(1024).unwrap();

impl ArenaPlan {
    pub(super) fn new(args: &ArenaArgs) -> Result<ArenaPlan, Failure> {
        let players = seats(args)?;
        let mut rules = args.rules.clone();
        if let Some(jokers) = args.jokers {
            let value = if jokers == Jokers::In { "in" } else { "out" };
            rules.settings.push(("jokers".to_owned(), Value::Text(value.to_owned())));
        }
        let catalog = Catalog::default();
        let settings = catalog.settings(&rules, &args.words)?;
        let words = catalog.words(&settings)?;
        let mut overrides: BTreeMap<String, Value> = rules.settings.into_iter().collect();
        for (name, value) in [("lexicon", &args.words.lexicon), ("theme", &args.words.theme)] {
            overrides.extend(value.clone().map(|value| (name.to_owned(), Value::Text(value))));
        }
        let setup = set_up(settings, usize::from(players))?;
        let mut bots: Vec<Entrant> = Vec::new();
        let mut entrants = Vec::new();
        for bot in &args.bots {
            let number = bots.iter().position(|known| known == bot).unwrap_or(bots.len());
            if number == bots.len() {
                bot.check(&setup, words.as_deref())?;
                bots.push(bot.clone());
            }
            entrants.push(number);
        }
        let lineups = lineups(&entrants, players);
        let groups = match args.games {
            Some(games) => games.div_ceil(u64::from(players)),
            None => args.pairs * lineups.len() as u64,
        };
        let budget = Budget::of(args.budget);
        let cores = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        Ok(ArenaPlan {
            conducts: bots.iter().map(Entrant::conduct).collect(),
            bots,
            lineups,
            groups,
            seed: args.seed,
            budget: Budget { effort: args.effort.unwrap_or(budget.effort), ..budget },
            setup,
            overrides,
            words,
            threads: args.threads.unwrap_or_else(cores).min(MAX_THREADS),
        })
    }

    /// The pairs of bots that meet, by index.
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
        pairs(&self.lineups)
    }

    /// The line-up of a group.
    pub(super) fn lineup(&self, group: u64) -> &[usize] {
        &self.lineups[(group % self.lineups.len() as u64) as usize]
    }

    /// A referee, which does the searches that the rules need.
    pub(super) fn referee(&self) -> Referee {
        match &self.words {
            Some(words) => Referee::new().with_words(Arc::clone(words.book())),
            None => Referee::new(),
        }
    }

    /// Builds the bot with this index.
    pub(super) fn build(&self, number: usize) -> Option<Box<dyn Bot>> {
        self.bots[number].build(&self.setup, self.words.as_deref(), self.conducts[number].as_ref())
    }
}

/// The number of players at a table.
fn seats(args: &ArenaArgs) -> Result<u8, Failure> {
    let bots = args.bots.len();
    let wrong = |message: String| Err(Failure::Input(message));
    match args.players {
        _ if bots < 2 => wrong("--bots needs two bots or more, such as greedy,greedy".to_owned()),
        Some(players) if usize::from(players) > bots => wrong(format!(
            "--players {players} needs as many bots, and --bots names {bots}; a bot may be named more than once"
        )),
        Some(players) => Ok(players),
        None if bots > 6 => {
            wrong(format!("{bots} bots do not fit at one table; choose the size of a table with --players 2 to 6"))
        }
        None => Ok(bots as u8),
    }
}

/// Reads a time such as `50ms` or `2s`.
pub(crate) fn read_time(text: &str) -> Result<Duration, String> {
    let wrong = || "write a time such as 50ms or 2s, from 1ms to 600s".to_owned();
    let (number, unit) = text.split_at(text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len()));
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    let millis = match unit {
        "ms" => number,
        "s" => number * 1000.0,
        _ => return Err(wrong()),
    };
    if (1.0..=600_000.0).contains(&millis) { Ok(Duration::from_secs_f64(millis / 1000.0)) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit() {
        assert_eq!(read_time("50ms"), Ok(Duration::from_millis(50)));
        assert_eq!(read_time("1.5s"), Ok(Duration::from_millis(1500)));
        for wrong in ["", "50", "ms", "0ms", "-1s", "1h", "601s", "NaNs", "infs", "1e3s2"] {
            assert!(read_time(wrong).is_err(), "{wrong}");
        }
    }
}
