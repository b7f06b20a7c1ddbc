//! The result of a game, from what a judge wrote down to scores that sum to zero (F01 to F15).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use trinta_core::edition::{Unopened, UnopenedRack};
use trinta_core::scoring::{self, Ending, FinalRack, Left, ScoringError, rack_total, score_game};
use trinta_core::{Laid, NotationError, Score, Seat, Settings, Table, Tile, TileSet, Tiles};
use trinta_solver::{Budget, Objective, Position, Rules, solve};

use crate::command::{Ended, RackEntry};
use crate::people::Number;
use crate::refusal::Refusal;
use crate::settings::{self, CoWinners, PushedRack, UnopenedWins};

/// A game as it was scored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameResult {
    /// The way it ended.
    pub ended: Ended,
    /// The racks with their scores, in the order of the players' numbers.
    pub racks: Vec<ScoredRack>,
}

/// A rack as it was written down, and what it was worth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ScoredRack {
    /// The player's number.
    pub number: Number,
    /// What was left on it, if that was written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub tiles: Option<Tiles>,
    /// What that adds up to, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<u32>,
    /// Whether the player had opened.
    pub opened: bool,
    /// Whether the rack was pushed over on purpose (F12).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub pushed: bool,
    /// Whether it could have opened, where that counts (F04, F05).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// The score of the game.
    #[cfg_attr(feature = "ts", ts(as = "String"))]
    pub score: Score,
    /// The wins that the game counts as: 1, 0 or a share (B08).
    #[cfg_attr(feature = "ts", ts(as = "String"))]
    pub wins: Score,
    /// Whether the player won it, alone or with others.
    pub winner: bool,
}

/// Whether an unopened rack could have opened (F05, F07).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct Verdict {
    /// Whether it could.
    pub could: bool,
    /// What the sets found are worth; none if it could not, or the judge decided without the tiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Sets that would have opened, as proof.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
    pub sets: Vec<String>,
}

/// Something about a result that people should look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// Fewer than four played (B14).
    Short,
    /// Somebody won who never opened (F11).
    UnopenedWinner,
}

impl GameResult {
    /// The players of the game, in the order of their numbers.
    pub fn players(&self) -> impl Iterator<Item = Number> + '_ {
        self.racks.iter().map(|rack| rack.number)
    }

    /// The scores.
    #[must_use]
    pub fn scores(&self) -> BTreeMap<Number, Score> {
        self.racks.iter().map(|rack| (rack.number, rack.score)).collect()
    }

    /// Those who won it.
    #[must_use]
    pub fn winners(&self) -> Vec<Number> {
        self.racks.iter().filter(|rack| rack.winner).map(|rack| rack.number).collect()
    }

    /// What people should look at.
    #[must_use]
    pub fn flags(&self) -> Vec<Flag> {
        let mut flags = Vec::new();
        if self.racks.len() < 4 {
            flags.push(Flag::Short);
        }
        if self.racks.iter().any(|rack| rack.winner && !rack.opened) {
            flags.push(Flag::UnopenedWinner);
        }
        flags
    }
}

/// The rules that a result is scored by.
pub(crate) struct Scoring<'a> {
    pub(crate) game: &'a Settings,
    pub(crate) tournament: &'a settings::Settings,
}

/// A rack with its text read.
struct Rack {
    number: Number,
    tiles: Option<Tiles>,
    sum: Option<u32>,
    opened: bool,
    last_drawn: Tiles,
    could: Option<bool>,
    pushed: bool,
}

impl Scoring<'_> {
    /// Scores a game of these players.
    pub(crate) fn score(&self, players: &[Number], ended: Ended, entries: &[RackEntry]) -> Result<GameResult, Refusal> {
        check_players(players, entries.iter().map(|entry| entry.number))?;
        let mut racks = entries.iter().map(Rack::read).collect::<Result<Vec<Rack>, _>>()?;
        self.check_box(&racks)?;
        for (rack, entry) in racks.iter_mut().zip(entries) {
            rack.sum = read_sum(rack.number, entry.sum.as_ref())?;
        }
        racks.sort_unstable_by_key(|rack| rack.number);
        if self.game.numbers().is_some_and(|rules| rules.opening_points == 0) {
            // N10: nobody counts as unopened.
            racks.iter_mut().for_each(|rack| rack.opened = true);
        }
        self.check_contradictions(&racks)?;
        let ending = if ended == Ended::Out { Ending::Out } else { Ending::Pool };
        let verdicts = racks.iter().map(|rack| self.verdict(rack, ending)).collect::<Result<Vec<_>, _>>()?;
        if let Some(rack) = racks.iter().find(|rack| !rack.opened && !rack.pushed && rack.is_empty()) {
            return Err(Refusal::Ended(format!("player {} has not opened, but has an empty rack", rack.number)));
        }
        let (scores, winners) = self.settle(&racks, &verdicts, ending)?;
        let share = match self.tournament.co_winners {
            CoWinners::One => Score::whole(1),
            CoWinners::Share => Score::whole(1).shared_by(winners.len()),
        };
        let scored = racks.into_iter().zip(verdicts).zip(scores).enumerate().map(|(at, ((rack, verdict), score))| {
            let winner = winners.contains(&Seat::at(at));
            let sum = rack.tiles.as_ref().map(|tiles| rack_total(self.game, tiles)).or(rack.sum);
            ScoredRack {
                number: rack.number,
                tiles: rack.tiles,
                sum,
                opened: rack.opened,
                pushed: rack.pushed,
                verdict,
                score,
                wins: if winner { share } else { Score::ZERO },
                winner,
            }
        });
        Ok(GameResult { ended, racks: scored.collect() })
    }

    /// More of a tile than the box holds is a slip of the pen (N2 of the features).
    fn check_box(&self, racks: &[Rack]) -> Result<(), Refusal> {
        let tiles = racks.iter().filter_map(|rack| rack.tiles.as_ref()).flat_map(Tiles::iter);
        box_of(self.game).excess(tiles).map_or(Ok(()), |tile| Err(Refusal::TooManyTiles(tile.to_string())))
    }

    /// What was written down twice must agree.
    fn check_contradictions(&self, racks: &[Rack]) -> Result<(), Refusal> {
        for rack in racks {
            let Some(tiles) = &rack.tiles else { continue };
            let contradiction = |field, reason| Err(Refusal::Contradiction { number: rack.number, field, reason });
            let total = rack_total(self.game, tiles);
            if let Some(sum) = rack.sum.filter(|sum| *sum != total) {
                return contradiction("sum", format!("the tiles add up to {total}, not to {sum}"));
            }
            if let Err(tile) = tiles.clone().take(&rack.last_drawn) {
                return contradiction("last_drawn", format!("{tile} was drawn last, but is not on the rack"));
            }
            // A fact about the rack, whether it counts in this game or not.
            let verdict = rack.could.map(|said| (said, self.could_open(&self.judged_tiles(rack, tiles))));
            match verdict {
                Some((false, Verdict { could: true, sets, .. })) => {
                    return contradiction("could", format!("the rack could have opened, with {}", sets.join(" | ")));
                }
                Some((true, Verdict { could: false, .. })) => {
                    return contradiction("could", "the rack could not have opened".to_owned());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The tiles of an unopened rack that are judged: under `last-turn` without those drawn last (F05).
    fn judged_tiles(&self, rack: &Rack, tiles: &Tiles) -> Tiles {
        let mut tiles = tiles.clone();
        if self.counts_last_turn() {
            // That they are there has been checked.
            let _ = tiles.take(&rack.last_drawn);
        }
        tiles
    }

    /// F04, F05: whether an unopened rack could have opened, proved by the solver where the tiles are known.
    fn verdict(&self, rack: &Rack, ending: Ending) -> Result<Option<Verdict>, Refusal> {
        let counts = !rack.opened && !rack.pushed && scoring::asks_could_open(self.game, ending);
        if !counts || rack.tiles.as_ref().is_some_and(Tiles::is_empty) {
            return Ok(None);
        }
        let Some(tiles) = &rack.tiles else {
            let could = rack.could.ok_or(Refusal::TilesNeeded(rack.number))?;
            return Ok(Some(Verdict { could, points: None, sets: Vec::new() }));
        };
        Ok(Some(self.could_open(&self.judged_tiles(rack, tiles))))
    }

    fn counts_last_turn(&self) -> bool {
        let unopened = self.game.numbers().map(|rules| rules.unopened);
        matches!(
            unopened,
            Some(Unopened::Fixed(UnopenedRack::LastTurn) | Unopened::FixedAlways(UnopenedRack::LastTurn))
        )
    }

    fn could_open(&self, tiles: &Tiles) -> Verdict {
        let no = Verdict { could: false, points: None, sets: Vec::new() };
        let Some(rules) = Rules::numbers(self.game) else { return no };
        let position = Position { rules, table: &Table::new(), rack: tiles, opened: false };
        let Some(best) = solve(&position, Objective::Opening, Budget::UNLIMITED).best else { return no };
        let text = |set: &[Laid]| set.iter().map(|laid| laid.tile().to_string()).collect::<Vec<_>>().join(" ");
        Verdict { could: true, points: best.points, sets: best.table.sets().map(text).collect() }
    }

    /// The scores and the winners.
    fn settle(
        &self,
        racks: &[Rack],
        verdicts: &[Option<Verdict>],
        ending: Ending,
    ) -> Result<(Vec<Score>, Vec<Seat>), Refusal> {
        let finals: Vec<FinalRack<'_>> =
            racks.iter().zip(verdicts).map(|(rack, verdict)| rack.at_the_end(verdict)).collect();
        let scores = score_game(self.game, ending, &finals).map_err(|error| {
            let number = |seat: Seat| racks[seat.index()].number;
            match error {
                ScoringError::NotOneOut(empty) => {
                    Refusal::Ended(format!("somebody is out, so just one rack is empty, not {empty}"))
                }
                ScoringError::SomebodyOut(seat) => {
                    Refusal::Ended(format!("nobody is out, but the rack of player {} is empty", number(seat)))
                }
                ScoringError::NoPriceForPushing(_) => {
                    Refusal::NoRight("these rules have no penalty for a rack that was pushed over".to_owned())
                }
                ScoringError::Unknown(seat) => Refusal::Malformed(format!(
                    "player {}: write down `tiles` or `sum`, because they count",
                    number(seat)
                )),
                _ => Refusal::Ended(error.to_string()),
            }
        })?;
        let winners = scoring::winners(&scores);
        Ok(self.by_tournament(racks, ending, scores, winners))
    }

    /// The scores as the settings of the tournament change them (F11, F12).
    fn by_tournament(
        &self,
        racks: &[Rack],
        ending: Ending,
        scores: Vec<Score>,
        mut winners: Vec<Seat>,
    ) -> (Vec<Score>, Vec<Seat>) {
        let seats = || (0..racks.len()).map(Seat::at);
        let rack = |seat: &Seat| &racks[seat.index()];
        let to_nobody = self.tournament.pushed_rack == PushedRack::ToNobody;
        let mut paid: Vec<Score> = scores.iter().map(|score| -*score).collect();
        winners.iter().for_each(|seat| paid[seat.index()] = Score::ZERO);
        // F11: the lowest rack of those who have opened wins, and a lower one of somebody else costs nothing.
        let can_win = |seat: &Seat| rack(seat).opened && !rack(seat).pushed;
        let unopened_won = winners.iter().any(|seat| !rack(seat).opened);
        let lowest = seats().filter(can_win).map(|seat| paid[seat.index()]).min();
        let strict = self.tournament.unopened_wins == UnopenedWins::Never && ending == Ending::Pool;
        match lowest.filter(|_| strict && unopened_won) {
            Some(lowest) => {
                winners = seats().filter(|seat| can_win(seat) && paid[seat.index()] == lowest).collect();
                for seat in seats().filter(|seat| !rack(seat).pushed) {
                    let beyond = paid[seat.index()] - lowest;
                    paid[seat.index()] = beyond.max(Score::ZERO);
                }
            }
            None if !to_nobody => return (scores, winners),
            None => {}
        }
        let counts = |seat: &Seat| !(to_nobody && rack(seat).pushed);
        let pot: Score = seats().filter(counts).map(|seat| paid[seat.index()]).sum();
        let share = pot.shared_by(winners.len());
        let score = |seat: Seat| if winners.contains(&seat) { share } else { -paid[seat.index()] };
        (seats().map(score).collect(), winners)
    }
}

impl Rack {
    /// Everything but the sum.
    fn read(entry: &RackEntry) -> Result<Rack, Refusal> {
        let number = Number(u32::try_from(entry.number).unwrap_or_default());
        let tiles = entry.tiles.as_deref().map(|text| read_tiles(number, text)).transpose()?;
        let last_drawn = read_tiles(number, entry.last_drawn.as_deref().unwrap_or_default())?;
        let RackEntry { opened, could, pushed, .. } = *entry;
        Ok(Rack { number, tiles, sum: None, opened, last_drawn, could, pushed })
    }

    fn is_empty(&self) -> bool {
        self.tiles.as_ref().is_some_and(Tiles::is_empty) || self.sum == Some(0)
    }

    fn at_the_end<'a>(&'a self, verdict: &Option<Verdict>) -> FinalRack<'a> {
        let left = match (&self.tiles, self.sum) {
            _ if self.pushed => Left::Unknown,
            (Some(tiles), _) => Left::Tiles(tiles),
            (None, Some(sum)) => Left::Sum(sum),
            (None, None) => Left::Unknown,
        };
        FinalRack {
            left,
            opened: self.opened,
            could_open: verdict.as_ref().map(|verdict| verdict.could),
            pushed: self.pushed,
            points: 0,
        }
    }
}

/// The tiles that a table of up to four plays with (N1).
pub(crate) fn box_of(game: &Settings) -> TileSet {
    let tiles = TileSet::numbers_for(4);
    match game.numbers().map(|rules| rules.jokers) {
        Some(trinta_core::edition::Jokers::In) | None => tiles,
        Some(trinta_core::edition::Jokers::Out) => tiles.without_jokers(),
    }
}

/// Just these players must be named, each once.
pub(crate) fn check_players(players: &[Number], given: impl Iterator<Item = i64>) -> Result<(), Refusal> {
    let mut missing = players.to_vec();
    missing.sort_unstable();
    let mut extra = Vec::new();
    for number in given {
        let number = Number(u32::try_from(number).unwrap_or_default());
        match missing.iter().position(|one| *one == number) {
            Some(at) => drop(missing.remove(at)),
            None => extra.push(number),
        }
    }
    extra.sort_unstable();
    if missing.is_empty() && extra.is_empty() { Ok(()) } else { Err(Refusal::WrongPlayers { missing, extra }) }
}

fn read_sum(number: Number, sum: Option<&serde_json::Number>) -> Result<Option<u32>, Refusal> {
    // 7.0 is whole, too.
    let whole = |sum: f64| sum.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&sum);
    match sum.map(|sum| sum.as_f64().filter(|sum| whole(*sum))) {
        None => Ok(None),
        Some(Some(sum)) => Ok(Some(sum as u32)),
        Some(None) => Err(Refusal::BadSum(number)),
    }
}

fn read_tiles(number: Number, text: &str) -> Result<Tiles, Refusal> {
    let tiles: Tiles =
        text.parse().map_err(|error: NotationError| Refusal::BadTile(format!("player {number}: {error}")))?;
    let letter = tiles.iter().find(|tile| tile.is_letter());
    letter.map_or(Ok(tiles), |tile| {
        Err(Refusal::BadTile(format!("player {number}: {tile} is not a tile of the number game")))
    })
}

/// Reads one drawn tile.
pub(crate) fn read_tile(text: &str) -> Result<Tile, Refusal> {
    let tile: Tile = text.parse().map_err(|error: NotationError| Refusal::BadTile(error.to_string()))?;
    if tile.is_letter() { Err(Refusal::BadTile(format!("{tile} is not a tile of the number game"))) } else { Ok(tile) }
}
