//! The scores of a finished game from its racks (N21 to N24, W10, W11, F12).

use serde::Serialize;
use trinta_core::edition::{NumberSettings, Unopened, UnopenedRack};
use trinta_core::scoring::{Ending, FinalRack, Left, asks_could_open, score_game, winners};
use trinta_core::{Position, Score, Search, Seat, Settings, Table, Tiles};

use crate::json::{Fault, Field};
use crate::rules::{check_box, check_game, set_up};
use crate::score::{Ended, ScoreArgs};

/// A game that is over.
pub(super) struct Finished {
    ended: Option<Ended>,
    /// Whether a missing `ended` is inferred from the racks; JSON requests have to give it.
    infer_ended: bool,
    pub(super) racks: Vec<Rack>,
}

/// A rack at the end of a game.
#[derive(Default)]
pub(super) struct Rack {
    pub(super) tiles: Tiles,
    pub(super) unopened: bool,
    last_drawn: Tiles,
    /// Whether the game ended before the player's first turn.
    no_turn: bool,
    pub(super) pushed: bool,
    points: Option<u32>,
}

/// The scores of a game. The order of the fields is part of the contract.
#[derive(Serialize)]
pub(super) struct GameResult {
    pub(super) scores: Vec<Score>,
    pub(super) winners: Vec<Seat>,
    /// For each unopened rack, whether it could have opened, where the settings ask for it.
    #[serde(skip)]
    pub(super) could_open: Vec<Option<bool>>,
}

impl Finished {
    /// The game given by the flags.
    pub(super) fn from_args(args: &ScoreArgs) -> Result<Finished, String> {
        let mut racks = Vec::new();
        for (index, text) in args.racks.iter().enumerate() {
            let tiles = text.parse().map_err(|error| format!("--rack of player {}, {error}", index + 1))?;
            racks.push(Rack { tiles, ..Rack::default() });
        }
        for &player in &args.unopened {
            rack_of(&mut racks, "--unopened", player)?.unopened = true;
        }
        for &player in &args.pushed {
            rack_of(&mut racks, "--pushed", player)?.pushed = true;
        }
        for &player in &args.no_turn {
            rack_of(&mut racks, "--no-turn", player)?.no_turn = true;
        }
        for text in &args.last_drawn {
            let wrong = || format!("--last-drawn {text}: write it as PLAYER=TILES, such as 3=k10");
            let (player, tiles) = text.split_once('=').ok_or_else(wrong)?;
            let player = player.trim().parse().map_err(|_| wrong())?;
            rack_of(&mut racks, "--last-drawn", player)?.last_drawn = tiles
                .parse()
                .map_err(|error: trinta_core::NotationError| format!("--last-drawn {text}: {}", error.fault))?;
        }
        if !args.points.is_empty() && args.points.len() != racks.len() {
            return Err(format!("--points has {} numbers for {} players", args.points.len(), racks.len()));
        }
        for (rack, &points) in racks.iter_mut().zip(&args.points) {
            rack.points = Some(points);
        }
        Ok(Finished { ended: args.ended, infer_ended: true, racks })
    }

    /// The game given by a line of JSON.
    pub(super) fn from_field(ended: Option<Ended>, racks: &Field<'_>) -> Result<Finished, Fault> {
        let racks = racks.list()?.iter().map(Rack::from_field).collect::<Result<_, _>>()?;
        Ok(Finished { ended, infer_ended: false, racks })
    }

    /// Scores the game.
    pub(super) fn score(&self, settings: Settings, search: &dyn Search) -> Result<GameResult, String> {
        let setup = set_up(settings, self.racks.len())?;
        let settings = setup.settings();
        for (index, rack) in self.racks.iter().enumerate() {
            rack.check(settings).map_err(|reason| format!("rack {}: {reason}", index + 1))?;
        }
        check_box("the racks together", &setup, self.racks.iter().flat_map(|rack| rack.tiles.iter()))?;
        let ending = self.ending(settings)?;
        let could_open: Vec<Option<bool>> = if asks_could_open(settings, ending) {
            let racks = self.racks.iter().enumerate();
            racks.map(|(seat, rack)| rack.could_open(settings, Seat::at(seat), search)).collect()
        } else {
            vec![None; self.racks.len()]
        };
        let racks: Vec<FinalRack<'_>> = self.racks.iter().zip(&could_open).map(Rack::final_rack).collect();
        let scores = score_game(settings, ending, &racks).map_err(|error| error.to_string())?;
        Ok(GameResult { winners: winners(&scores), scores, could_open })
    }

    fn ending(&self, settings: &Settings) -> Result<Ending, String> {
        let is_out = || self.racks.iter().any(|rack| rack.tiles.is_empty() && !rack.pushed);
        match (self.ended, settings.is_play_a()) {
            (Some(Ended::Out), true) => {
                Err("play A does not end when a rack is empty (W10); ended is always pool".to_owned())
            }
            (Some(Ended::Out), false) => Ok(Ending::Out),
            (Some(Ended::Pool), _) | (None, true) => Ok(Ending::Pool),
            (None, false) if !self.infer_ended => Err("ended is missing: set it to out or pool".to_owned()),
            (None, false) => Ok(if is_out() { Ending::Out } else { Ending::Pool }),
        }
    }
}

/// The rack of a player counted from 1.
fn rack_of<'a>(racks: &'a mut [Rack], flag: &str, player: usize) -> Result<&'a mut Rack, String> {
    let players = racks.len();
    let rack = player.checked_sub(1).and_then(|index| racks.get_mut(index));
    rack.ok_or_else(|| format!("{flag}: there is no player {player}; they are counted from 1 to {players}"))
}

impl Rack {
    fn from_field(field: &Field<'_>) -> Result<Rack, Fault> {
        let fields = field.fields()?;
        fields.only(&["tiles", "opened", "last_drawn", "had_turn", "pushed", "points"])?;
        let pushed = fields.get("pushed").map_or(Ok(false), |field| field.boolean())?;
        let tiles = match fields.get("tiles") {
            // The tiles of a rack that was pushed over are not known.
            None if pushed => Tiles::new(),
            _ => fields.need("tiles")?.tiles()?,
        };
        Ok(Rack {
            tiles,
            unopened: !fields.get("opened").map_or(Ok(true), |field| field.boolean())?,
            last_drawn: fields.get("last_drawn").map_or(Ok(Tiles::new()), |field| field.tiles())?,
            no_turn: !fields.get("had_turn").map_or(Ok(true), |field| field.boolean())?,
            pushed,
            points: fields.get("points").map(|field| field.count()).transpose()?,
        })
    }

    /// Refuses what does not exist in this game.
    fn check(&self, settings: &Settings) -> Result<(), String> {
        check_game("tiles", settings, self.tiles.iter())?;
        if let Err(tile) = self.tiles.clone().take(&self.last_drawn) {
            return Err(format!("{tile} was drawn last, but is not on the rack"));
        }
        if settings.is_play_a() {
            let refusal = "play A has no penalty for a rack that was pushed over".to_owned();
            return if self.pushed { Err(refusal) } else { Ok(()) };
        }
        if self.points.is_some() {
            return Err("points belong to play A of the word game".to_owned());
        }
        let must_open = settings.numbers().is_none_or(NumberSettings::must_open);
        if must_open && self.unopened && self.tiles.is_empty() && !self.pushed {
            return Err("a player who has not opened can't have emptied the rack".to_owned());
        }
        Ok(())
    }

    /// N23: for an unopened player, whether the rack could have opened.
    fn could_open(&self, settings: &Settings, seat: Seat, search: &dyn Search) -> Option<bool> {
        if !self.unopened || self.pushed {
            return None;
        }
        let mut rack = self.tiles.clone();
        if let Unopened::Fixed(UnopenedRack::LastTurn) | Unopened::FixedAlways(UnopenedRack::LastTurn) =
            settings.numbers()?.unopened
        {
            if self.no_turn {
                return Some(false);
            }
            // Can't fail: the tiles drawn last are on the rack, as checked before.
            let _ = rack.take(&self.last_drawn);
        }
        let position = Position { settings, table: &Table::new(), seat, rack: &rack, opened: false };
        Some(search.could_open(&position))
    }

    fn final_rack<'a>((rack, could_open): (&'a Rack, &Option<bool>)) -> FinalRack<'a> {
        FinalRack {
            left: Left::Tiles(&rack.tiles),
            opened: !rack.unopened,
            could_open: *could_open,
            pushed: rack.pushed,
            points: rack.points.unwrap_or(0),
        }
    }
}
