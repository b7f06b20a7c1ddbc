//! What to print, and how.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use trinta_tournament::{Address, HallTime, Tournament};

use crate::language::Language;

/// A kind of sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Document {
    /// The invitation (A15).
    Invitation,
    /// The code of conduct (G18).
    Conduct,
    /// The rules in brief, with the joker examples, for the briefing (A05).
    Rules,
    /// A sign for each table, to be folded.
    Signs,
    /// A number card for each player.
    Cards,
    /// The list of judges (A16).
    Judges,
    /// The judge's sheets of a round (I01 to I13).
    Sheets,
    /// The seating of a round, by table.
    SeatingByTable,
    /// The seating of a round, by number.
    SeatingByNumber,
    /// The seating of a round, by name.
    SeatingByName,
    /// Slips that say who goes where after a round.
    Moves,
    /// The results of a round.
    Results,
    /// The standings.
    Standings,
    /// A certificate for each winner.
    Certificates,
}

/// Text that names no kind of sheet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no sheet called `{0}`")]
pub struct DocumentError(String);

impl Document {
    /// All of them, in the order in which a tournament needs them.
    pub const ALL: [Document; 14] = [
        Document::Invitation,
        Document::Conduct,
        Document::Rules,
        Document::Signs,
        Document::Cards,
        Document::Judges,
        Document::Sheets,
        Document::SeatingByTable,
        Document::SeatingByNumber,
        Document::SeatingByName,
        Document::Moves,
        Document::Results,
        Document::Standings,
        Document::Certificates,
    ];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Document::Invitation => "invitation",
            Document::Conduct => "conduct",
            Document::Rules => "rules",
            Document::Signs => "signs",
            Document::Cards => "cards",
            Document::Judges => "judges",
            Document::Sheets => "sheets",
            Document::SeatingByTable => "seating-by-table",
            Document::SeatingByNumber => "seating-by-number",
            Document::SeatingByName => "seating-by-name",
            Document::Moves => "moves",
            Document::Results => "results",
            Document::Standings => "standings",
            Document::Certificates => "certificates",
        }
    }

    /// Whether it has QR codes where there is an address for them.
    #[must_use]
    pub const fn has_codes(self) -> bool {
        matches!(self, Document::Signs | Document::Cards | Document::Sheets)
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Document {
    type Err = DocumentError;

    fn from_str(text: &str) -> Result<Document, DocumentError> {
        let found = Document::ALL.into_iter().find(|document| document.name() == text);
        found.ok_or_else(|| DocumentError(text.to_owned()))
    }
}

/// The size of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// Text that names no paper.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no paper called `{0}`: choose a4 or letter")]
pub struct PaperError(String);

impl FromStr for Paper {
    type Err = PaperError;

    fn from_str(text: &str) -> Result<Paper, PaperError> {
        match text.to_ascii_lowercase().as_str() {
            "a4" => Ok(Paper::A4),
            "letter" => Ok(Paper::Letter),
            _ => Err(PaperError(text.to_owned())),
        }
    }
}

/// Everything about a print that is not in the tournament.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The language.
    pub language: Language,
    /// The paper.
    pub paper: Paper,
    /// The round of sheets that have one; the newest that fits if left out.
    pub round: Option<u32>,
    /// The address of the QR codes; without it there are none.
    pub address: Option<Address>,
    /// Place, times and people of the day.
    pub details: Details,
}

/// Place, times and people of the day, as far as they are known.
#[derive(Debug, Clone, Default)]
pub struct Details {
    /// The hall (A02).
    pub venue: Option<String>,
    /// When players take their seats (A04); 20 minutes before the first round if left out.
    pub seating: Option<HallTime>,
    /// When the rules are explained (A05); 10 minutes before the first round if left out.
    pub briefing: Option<HallTime>,
    /// When the results are out (A07); 15 minutes after the last round if left out.
    pub results_out: Option<HallTime>,
    /// When the prizes are given (A09); to be announced if left out.
    pub prize_giving: Option<String>,
    /// The head judge (A12).
    pub head_judge: Option<String>,
    /// The judge of each table, by round (A16).
    pub judges: BTreeMap<(u32, u32), String>,
}

impl Details {
    /// What the tournament itself says: venue, timetable, and the judges of the rounds that are seated.
    #[must_use]
    pub fn of(tournament: &Tournament) -> Details {
        let (hall, agenda) = (tournament.hall(), tournament.agenda());
        let mut judges = BTreeMap::new();
        for (round, seated) in (1..).zip(tournament.rounds()) {
            for table in 1..=seated.tables.len() as u32 {
                judges.extend(hall.judge(round, table).map(|judge| ((round, table), judge.to_owned())));
            }
        }
        Details {
            venue: tournament.venue().map(str::to_owned),
            seating: Some(agenda.seating),
            briefing: Some(agenda.briefing),
            results_out: Some(agenda.ends),
            prize_giving: agenda.prize_giving,
            head_judge: None,
            judges,
        }
    }
}
