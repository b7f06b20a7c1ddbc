//! The result of a game as one typed line (N10): `7 A 0 B 35 C no D 12`. docs/tournament-desk.md has the notation.

use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value, json};
use trinta_core::Tile;
use trinta_tournament::Number;

/// The letters of the seats, clockwise, as they are on the judge's sheet (I06).
const SEATS: &str = "ABCD";

/// The penalties of an unopened rack, as a judge writes them on the sheet (F04, F05).
const COULD_NOT_OPEN: u32 = 100;
const COULD_HAVE_OPENED: u32 = 200;

/// A result as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ResultLine {
    pub(in crate::tournament) game: GameName,
    /// Set if nobody is out.
    pub(in crate::tournament) unfinished: Option<Unfinished>,
    pub(in crate::tournament) racks: Vec<TypedRack>,
}

/// The game that a line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tournament) enum GameName {
    /// `7`, `2/7` or `2/7.3`: a game of a round; without a round, the newest that has started.
    Round { round: Option<u32>, table: u32, game: Option<u32> },
    /// `p4` or `p4.2`: a table of the play-off at a rank.
    PlayOff { rank: u32, table: u32 },
}

/// How a game ended in which nobody is out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tournament) enum Unfinished {
    Pool,
    Time,
}

/// A player, by seat or by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tournament) enum TypedPlayer {
    /// The index of a seat, 0 for A.
    Seat(usize),
    Number(u32),
}

/// What a player has left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tournament) struct TypedRack {
    pub(in crate::tournament) player: TypedPlayer,
    pub(in crate::tournament) sum: Option<u32>,
    /// All tiles of the rack except those drawn last.
    pub(in crate::tournament) tiles: Vec<Tile>,
    /// Tiles of the rack that were drawn in the player's last turn (N23).
    pub(in crate::tournament) last_drawn: Vec<Tile>,
    pub(in crate::tournament) opened: Opened,
    pub(in crate::tournament) pushed: bool,
}

/// Whether a player has opened, and if not, what the judge says about the rack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tournament) enum Opened {
    Yes,
    No,
    /// Not opened, and it could not have.
    CouldNot,
    /// Not opened, though it could have.
    Could,
}

/// A line that is not a result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ResultLineError {
    #[error("a result begins with its table, as in `7 A 0 B 35 C no D 12`")]
    Empty,
    #[error(
        "`{0}` is not a table: write 7, 7.2 for its second game, 3/7 for round 3, or p4 for the play-off at rank 4"
    )]
    Game(String),
    #[error("`{0}` comes before any player: after the table, write a seat (A to D) or a player's number")]
    NoPlayer(String),
    #[error("`{word}` is not understood after player {player}: {EXPECTED}")]
    Word { word: String, player: String },
    #[error("player {0}: say what is left: {EXPECTED}")]
    NothingLeft(String),
    #[error("player {player}: `{word}` contradicts what was said before")]
    Contradiction { word: String, player: String },
    #[error("player {0} is named twice")]
    Twice(String),
    #[error("no player is named: after the table, write each seat (A to D) or player's number and what is left there")]
    NoRacks,
    #[error("`pool` and `time` can't both have ended the game")]
    EndedTwice,
    #[error("nobody is out: write 0 for the player who is, or add `pool` (pool empty) or `time` (time is up)")]
    NobodyOut,
    #[error("player {player} is out, so the game did not end by `{word}`: leave it out")]
    SomebodyOut { player: String, word: &'static str },
}

const EXPECTED: &str =
    "a sum (35), tiles (r5 k11 j), `no` (not opened, could not), `could` (not opened, could have) or `pushed`";

impl FromStr for ResultLine {
    type Err = ResultLineError;

    fn from_str(text: &str) -> Result<ResultLine, ResultLineError> {
        let mut words = text.split_whitespace();
        let game = words.next().ok_or(ResultLineError::Empty)?.parse()?;
        let mut line = ResultLine { game, unfinished: None, racks: Vec::new() };
        for word in words {
            line.read_word(word)?;
        }
        if line.racks.is_empty() {
            return Err(ResultLineError::NoRacks);
        }
        for rack in &line.racks {
            let says_nothing = rack.sum.is_none() && rack.tiles.is_empty() && rack.last_drawn.is_empty();
            if says_nothing && !rack.pushed && matches!(rack.opened, Opened::Yes | Opened::No) {
                return Err(ResultLineError::NothingLeft(rack.player.to_string()));
            }
        }
        let out = line.racks.iter().find(|rack| rack.is_out()).map(|rack| rack.player.to_string());
        match (out, line.unfinished) {
            (None, None) => Err(ResultLineError::NobodyOut),
            (Some(player), Some(ended)) => Err(ResultLineError::SomebodyOut { player, word: ended.as_str() }),
            _ => Ok(line),
        }
    }
}

impl FromStr for GameName {
    type Err = ResultLineError;

    fn from_str(text: &str) -> Result<GameName, ResultLineError> {
        read_game(text).ok_or_else(|| ResultLineError::Game(text.to_owned()))
    }
}

fn read_game(word: &str) -> Option<GameName> {
    let number = |text: &str| read_number(text).filter(|number| *number > 0);
    if let Some(play_off) = word.strip_prefix(['p', 'P']) {
        let (rank, table) = play_off.split_once('.').unwrap_or((play_off, "1"));
        return Some(GameName::PlayOff { rank: number(rank)?, table: number(table)? });
    }
    let (round, rest) = match word.split_once('/') {
        Some((round, rest)) => (Some(number(round)?), rest),
        None => (None, word),
    };
    let (table, game) = match rest.split_once('.') {
        Some((table, game)) => (table, Some(number(game)?)),
        None => (rest, None),
    };
    Some(GameName::Round { round, table: number(table)?, game })
}

/// Digits only, so that `+5` is not a number.
fn read_number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// A player in a command: a seat's letter or a number.
pub(in crate::tournament) fn read_player(word: &str) -> Option<TypedPlayer> {
    if let Some(number) = read_number(word) {
        return Some(TypedPlayer::Number(number));
    }
    let mut letters = word.chars();
    let letter = letters.next()?.to_ascii_uppercase();
    letters.next().is_none().then(|| SEATS.find(letter))?.map(TypedPlayer::Seat)
}

/// A tile of the number game; `j` is a joker, because a shell replaces `*`.
pub(in crate::tournament) fn read_tile(word: &str) -> Option<Tile> {
    let word = if word.eq_ignore_ascii_case("j") { "*" } else { word };
    word.to_ascii_lowercase().parse().ok().filter(|tile: &Tile| !tile.is_letter())
}

fn write_tile(tile: Tile) -> String {
    tile.to_string().replace('*', "j")
}

impl ResultLine {
    fn read_word(&mut self, word: &str) -> Result<(), ResultLineError> {
        let lower = word.to_ascii_lowercase();
        let ended = match lower.as_str() {
            "pool" => Some(Unfinished::Pool),
            "time" => Some(Unfinished::Time),
            _ => None,
        };
        if let Some(ended) = ended {
            let before = self.unfinished.replace(ended);
            return if before.is_none_or(|before| before == ended) { Ok(()) } else { Err(ResultLineError::EndedTwice) };
        }
        let is_sum = |rack: &TypedRack| rack.is_blank() && read_number(&lower).is_some();
        match read_player(word) {
            Some(player) if !self.racks.last().is_some_and(is_sum) => {
                if self.racks.iter().any(|rack| rack.player == player) {
                    return Err(ResultLineError::Twice(player.to_string()));
                }
                self.racks.push(TypedRack::new(player));
                Ok(())
            }
            _ => match self.racks.last_mut() {
                Some(rack) => rack.read_word(word, &lower),
                None => Err(ResultLineError::NoPlayer(word.to_owned())),
            },
        }
    }

    /// The fields of the command `result` or `correct`, with the round and the players filled in.
    pub(in crate::tournament) fn to_fields(
        &self,
        round: u32,
        number: impl Fn(TypedPlayer) -> Result<Number, String>,
    ) -> Result<Map<String, Value>, String> {
        let ended = self.unfinished.map_or("out", Unfinished::as_str);
        let mut fields = match self.game {
            GameName::Round { table, game, .. } => json!({"round": round, "table": table, "game": game.unwrap_or(1)}),
            GameName::PlayOff { rank, table } => json!({"play_off": rank, "table": table}),
        };
        let racks = self.racks.iter().map(|rack| Ok(rack.to_json(number(rack.player)?, self.unfinished.is_none())));
        fields["ended"] = ended.into();
        fields["racks"] = Value::Array(racks.collect::<Result<_, String>>()?);
        match fields {
            Value::Object(fields) => Ok(fields),
            _ => unreachable!("it was made as an object"),
        }
    }
}

impl TypedRack {
    const fn new(player: TypedPlayer) -> TypedRack {
        TypedRack { player, sum: None, tiles: Vec::new(), last_drawn: Vec::new(), opened: Opened::Yes, pushed: false }
    }

    /// Whether nothing was said about it yet.
    fn is_blank(&self) -> bool {
        *self == TypedRack::new(self.player)
    }

    fn is_out(&self) -> bool {
        self.sum == Some(0)
    }

    fn read_word(&mut self, word: &str, lower: &str) -> Result<(), ResultLineError> {
        let player = self.player.to_string();
        let contradiction = || ResultLineError::Contradiction { word: word.to_owned(), player: player.clone() };
        let before = self.clone();
        let sum = match lower {
            "out" => Some(0),
            _ => read_number(lower).or_else(|| read_number(lower.strip_prefix('=')?)),
        };
        let unopened_sum = lower.strip_suffix('u').and_then(read_number).filter(|_| lower.len() > 1);
        if let Some(sum) = sum.or(unopened_sum) {
            self.sum = Some(sum);
        }
        match lower {
            _ if unopened_sum.is_some() => self.opened = Opened::No,
            "u" => self.opened = Opened::No,
            "no" => self.opened = Opened::CouldNot,
            "could" => self.opened = Opened::Could,
            "pushed" => self.pushed = true,
            _ if sum.is_some() => {}
            _ => {
                let (tiles, text) = match word.strip_prefix('+') {
                    Some(text) => (&mut self.last_drawn, text),
                    None => (&mut self.tiles, word),
                };
                for text in text.split(',').filter(|text| !text.is_empty()) {
                    let unknown = || ResultLineError::Word { word: word.to_owned(), player: player.clone() };
                    tiles.push(read_tile(text).ok_or_else(unknown)?);
                }
            }
        }
        // Everything is said once, and nothing else of a rack that is empty or was pushed over.
        let resaid = before.sum.is_some_and(|sum| self.sum != Some(sum))
            || (before.opened != Opened::Yes && before.opened != self.opened)
            || (before == *self);
        let has_tiles = !self.tiles.is_empty() || !self.last_drawn.is_empty();
        let lone = self.is_out() || self.pushed;
        let others = has_tiles
            || self.opened != Opened::Yes
            || (self.is_out() && self.pushed)
            || (self.pushed && self.sum.is_some());
        if resaid || (lone && others) { Err(contradiction()) } else { Ok(()) }
    }

    fn to_json(&self, number: Number, is_out: bool) -> Value {
        let mut rack = json!({"number": number});
        if self.pushed {
            rack["pushed"] = true.into();
            return rack;
        }
        let text = |tiles: &mut dyn Iterator<Item = &Tile>| tiles.map(Tile::to_string).collect::<Vec<_>>().join(" ");
        if !self.tiles.is_empty() || !self.last_drawn.is_empty() {
            rack["tiles"] = text(&mut self.tiles.iter().chain(&self.last_drawn)).into();
        }
        if !self.last_drawn.is_empty() {
            rack["last_drawn"] = text(&mut self.last_drawn.iter()).into();
        }
        // When somebody is out, an unopened rack counts 100 or 200 whatever its tiles, and that is what a sheet has.
        let (sum, opened) = match (self.sum, self.opened) {
            (Some(COULD_NOT_OPEN), Opened::No) if is_out && self.tiles.is_empty() => (None, Opened::CouldNot),
            (Some(COULD_HAVE_OPENED), Opened::No) if is_out && self.tiles.is_empty() => (None, Opened::Could),
            said => said,
        };
        if let Some(sum) = sum {
            rack["sum"] = sum.into();
        }
        if opened != Opened::Yes {
            rack["opened"] = false.into();
        }
        match opened {
            Opened::Could => rack["could"] = true.into(),
            Opened::CouldNot => rack["could"] = false.into(),
            Opened::Yes | Opened::No => {}
        }
        rack
    }
}

impl Unfinished {
    const fn as_str(self) -> &'static str {
        match self {
            Unfinished::Pool => "pool",
            Unfinished::Time => "time",
        }
    }
}

impl fmt::Display for ResultLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.game)?;
        for rack in &self.racks {
            write!(f, " {rack}")?;
        }
        self.unfinished.map_or(Ok(()), |ended| write!(f, " {}", ended.as_str()))
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            GameName::PlayOff { rank, table } => write!(f, "p{rank}.{table}"),
            GameName::Round { round, table, game } => {
                if let Some(round) = round {
                    write!(f, "{round}/")?;
                }
                write!(f, "{table}")?;
                game.map_or(Ok(()), |game| write!(f, ".{game}"))
            }
        }
    }
}

impl fmt::Display for TypedPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TypedPlayer::Number(number) => number.fmt(f),
            TypedPlayer::Seat(seat) => f.write_str(seat_letter(seat)),
        }
    }
}

/// The letter of a seat; beyond the fourth there is none.
pub(in crate::tournament) fn seat_letter(seat: usize) -> &'static str {
    SEATS.get(seat..=seat).unwrap_or("?")
}

impl fmt::Display for TypedRack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.player)?;
        if self.pushed {
            return f.write_str(" pushed");
        }
        for tile in &self.tiles {
            write!(f, " {}", write_tile(*tile))?;
        }
        for tile in &self.last_drawn {
            write!(f, " +{}", write_tile(*tile))?;
        }
        let has_tiles = !self.tiles.is_empty() || !self.last_drawn.is_empty();
        match self.sum {
            Some(sum) if has_tiles => write!(f, " ={sum}")?,
            Some(sum) => write!(f, " {sum}")?,
            None => {}
        }
        match self.opened {
            Opened::Yes => Ok(()),
            Opened::No => f.write_str(" u"),
            Opened::CouldNot => f.write_str(" no"),
            Opened::Could => f.write_str(" could"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn json_of(line: &str) -> Value {
        let line: ResultLine = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let number = |player| match player {
            TypedPlayer::Seat(seat) => Ok(Number(11 + seat as u32)),
            TypedPlayer::Number(number) => Ok(Number(number)),
        };
        Value::Object(line.to_fields(3, number).unwrap())
    }

    #[test]
    fn n10_a_line_is_a_result() {
        assert_eq!(
            json_of("7 A 0 B 35 C 100 D 12"),
            json!({"round": 3, "table": 7, "game": 1, "ended": "out", "racks": [
                {"number": 11, "sum": 0}, {"number": 12, "sum": 35}, {"number": 13, "sum": 100},
                {"number": 14, "sum": 12}]})
        );
        assert_eq!(json_of("7 11 out 12 35 13 100 14 12"), json_of("7 a 0 b 35 c 100 d 12"));
        assert_eq!(json_of("2/7.4 A 0 B 1")["game"], 4);
        assert_eq!(json_of("p4.2 A 0 B 1")["play_off"], 4);
    }

    #[test]
    fn an_unopened_rack_is_typed_as_the_sheet_has_it() {
        let rack = |words: &str| json_of(&format!("7 A 0 B {words}"))["racks"][1].take();
        let could_not = json!({"number": 12, "opened": false, "could": false});
        assert_eq!(rack("no"), could_not);
        assert_eq!(rack("100u"), could_not);
        assert_eq!(rack("could"), json!({"number": 12, "opened": false, "could": true}));
        assert_eq!(rack("200u"), rack("could"));
        assert_eq!(rack("52 no"), json!({"number": 12, "sum": 52, "opened": false, "could": false}));
        assert_eq!(
            rack("r10 b10 K3 J u +k10"),
            json!({"number": 12, "tiles": "r10 b10 k3 * k10", "last_drawn": "k10", "opened": false})
        );
        assert_eq!(rack("r5,k3 =8"), json!({"number": 12, "tiles": "r5 k3", "sum": 8}));
        assert_eq!(rack("pushed"), json!({"number": 12, "pushed": true}));
        // Nobody is out: face values count (F08), also of a rack that adds up to 100.
        assert_eq!(json_of("7 pool A 5 B 100u")["racks"][1], json!({"number": 12, "sum": 100, "opened": false}));
    }

    #[test]
    fn a_line_that_is_no_result_says_why() {
        use ResultLineError as E;
        let error = |line: &str| line.parse::<ResultLine>().unwrap_err();
        assert_eq!(error(" "), E::Empty);
        assert_eq!(error("seven A 0"), E::Game("seven".to_owned()));
        assert_eq!(error("0 A 0"), E::Game("0".to_owned()));
        assert_eq!(error("1/ A 0"), E::Game("1/".to_owned()));
        assert_eq!(error("7 r5 A 0"), E::NoPlayer("r5".to_owned()));
        assert_eq!(error("7"), E::NoRacks);
        assert!(matches!(error("7 A 0 B r14"), E::Word { .. }));
        assert!(matches!(error("7 A 0 B -5"), E::Word { .. }));
        assert!(matches!(error("7 A 0 B 3.5"), E::Word { .. }));
        assert_eq!(error("7 A 0 B C 5"), E::NothingLeft("B".to_owned()));
        assert_eq!(error("7 A 0 B u"), E::NothingLeft("B".to_owned()));
        assert_eq!(error("7 A 0 B 5 A 4"), E::Twice("A".to_owned()));
        assert_eq!(error("7 A 5 B 6"), E::NobodyOut);
        assert_eq!(error("7 A 5 B 6 pool time"), E::EndedTwice);
        assert!(matches!(error("7 A 0 B 6 time"), E::SomebodyOut { .. }));
        for line in ["7 A 0 u B 5", "7 A 0 B no could", "7 A 0 B pushed =5", "7 A 0 B r5 =5 =6", "7 A 0 r5 B 3"] {
            assert!(matches!(error(line), E::Contradiction { .. } | E::Twice(_)), "{line}");
        }
    }

    fn tiles() -> impl Strategy<Value = Vec<Tile>> {
        let tile = prop_oneof![
            ("[rbky]", 1..=13_u32).prop_map(|(colour, number)| format!("{colour}{number}")),
            Just("j".to_owned())
        ];
        proptest::collection::vec(tile.prop_map(|text| read_tile(&text).unwrap()), 0..5)
    }

    fn rack() -> impl Strategy<Value = TypedRack> {
        let opened = prop_oneof![Just(Opened::Yes), Just(Opened::No), Just(Opened::CouldNot), Just(Opened::Could)];
        let parts = (proptest::option::of(1..400_u32), tiles(), tiles(), opened, 0..10_u8);
        parts.prop_map(|(sum, tiles, last_drawn, opened, kind)| {
            let blank = TypedRack::new(TypedPlayer::Seat(0));
            match kind {
                0 => TypedRack { sum: Some(0), ..blank },
                1 => TypedRack { pushed: true, ..blank },
                _ => {
                    let rack = TypedRack { sum, tiles, last_drawn, opened, ..blank };
                    let silent = rack.sum.is_none() && rack.tiles.is_empty() && rack.last_drawn.is_empty();
                    if silent && matches!(opened, Opened::Yes | Opened::No) {
                        TypedRack { sum: Some(7), ..rack }
                    } else {
                        rack
                    }
                }
            }
        })
    }

    fn line() -> impl Strategy<Value = ResultLine> {
        let game = prop_oneof![
            (proptest::option::of(1..99_u32), 1..5000_u32, proptest::option::of(1..20_u32))
                .prop_map(|(round, table, game)| GameName::Round { round, table, game }),
            (1..100_u32, 1..30_u32).prop_map(|(rank, table)| GameName::PlayOff { rank, table }),
        ];
        let ended = prop_oneof![Just(Unfinished::Pool), Just(Unfinished::Time)];
        let parts = (game, ended, proptest::collection::vec((rack(), 1..20_000_u32, any::<bool>()), 1..=4));
        parts.prop_map(|(game, ended, racks)| {
            let place = |(seat, (rack, number, by_seat)): (usize, (TypedRack, u32, bool))| {
                let number = number * 4 + seat as u32;
                let player = if by_seat { TypedPlayer::Seat(seat) } else { TypedPlayer::Number(number) };
                TypedRack { player, ..rack }
            };
            let racks: Vec<TypedRack> = racks.into_iter().enumerate().map(place).collect();
            let unfinished = (!racks.iter().any(TypedRack::is_out)).then_some(ended);
            ResultLine { game, unfinished, racks }
        })
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(line in line()) {
            prop_assert_eq!(line.to_string().parse::<ResultLine>(), Ok(line));
        }

        #[test]
        fn any_line_is_read_or_refused(text in "([0-9/.p]{1,4}|[A-Da-du]|out|no|could|pool|time|pushed|[rbky+=,j*]{1,2}[0-9]{0,3}| |\\PC){0,30}") {
            if let Ok(line) = text.parse::<ResultLine>() {
                prop_assert_eq!(line.to_string().parse::<ResultLine>(), Ok(line));
            }
        }
    }
}
