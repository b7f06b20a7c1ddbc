//! What every sheet needs: the tournament, the options, the texts, and pieces of markup that several sheets share.

use trinta_tournament::{CoWinners, CodeTarget, HallTime, Key, Number, Player, Round, Tournament, sizes};

use crate::error::PrintError;
use crate::html::{Html, html};
use crate::numbers;
use crate::options::{Options, Paper};
use crate::qr::qr;
use crate::texts::{Texts, fill, texts};

/// The letters of the seats, clockwise (I06).
pub(crate) const SEATS: [&str; 4] = ["A", "B", "C", "D"];

/// A sheet's surroundings.
pub(crate) struct Context<'a> {
    pub(crate) tournament: &'a Tournament,
    pub(crate) options: &'a Options,
    pub(crate) texts: &'static Texts,
}

impl<'a> Context<'a> {
    pub(crate) fn new(tournament: &'a Tournament, options: &'a Options) -> Context<'a> {
        Context { tournament, options, texts: texts(options.language) }
    }

    pub(crate) fn date(&self) -> String {
        numbers::date(self.texts, self.tournament.date())
    }

    pub(crate) fn round_n(&self, round: u32) -> String {
        fill(&self.texts.words.round_n, &[("round", round.into())])
    }

    pub(crate) fn player(&self, number: Number) -> Option<&'a Player> {
        self.tournament.people().get(number)
    }

    /// X21: prints have full names.
    pub(crate) fn name(&self, number: Number) -> Html {
        self.player(number).map_or(Html::EMPTY, |player| name(&player.person.name))
    }

    /// The name in letters that fit a narrow box.
    pub(crate) fn fitted_name(&self, number: Number) -> Html {
        self.player(number).map_or(Html::EMPTY, |player| fitted(&player.person.name))
    }

    pub(crate) fn school(&self, number: Number) -> &'a str {
        self.player(number).and_then(|player| player.person.school.as_deref()).unwrap_or_default()
    }

    /// Players who take part or may yet.
    pub(crate) fn players(&self) -> Result<Vec<&'a Player>, PrintError> {
        let players: Vec<_> = self.tournament.people().iter().filter(|player| player.status.is_in()).collect();
        if players.is_empty() { Err(PrintError::NoPlayers) } else { Ok(players) }
    }

    /// How many tables the tournament has: those of the first round, or those its players will need.
    pub(crate) fn tables(&self) -> Result<u32, PrintError> {
        if let Some(round) = self.tournament.round(1) {
            return Ok(round.tables.len() as u32);
        }
        let tables = sizes(self.tournament.people().iter().filter(|player| player.status.is_in()).count());
        tables.map(|tables| tables.len() as u32).filter(|tables| *tables > 0).ok_or(PrintError::NoPlayers)
    }

    /// The round that was asked for, or the newest that is seated.
    pub(crate) fn round(&self) -> Result<(u32, &'a Round), PrintError> {
        let newest = self.tournament.rounds().len().max(1) as u32;
        let round = self.known_round(self.options.round.unwrap_or(newest))?;
        let seated = self.tournament.round(round).ok_or(PrintError::NotSeated(round))?;
        if seated.stale { Err(PrintError::Stale(round)) } else { Ok((round, seated)) }
    }

    pub(crate) fn known_round(&self, round: u32) -> Result<u32, PrintError> {
        let rounds = self.tournament.settings().rounds;
        if (1..=rounds).contains(&round) { Ok(round) } else { Err(PrintError::UnknownRound { round, rounds }) }
    }

    /// The keys of the ranking in words, printed with every list (B08, B09, X05).
    pub(crate) fn keys(&self) -> String {
        let keys = &self.texts.keys;
        let co_winners = match self.tournament.settings().co_winners {
            CoWinners::One => &keys.co_winners,
            CoWinners::Share => &keys.co_winners_share,
        };
        let name = |key: &Key| match key {
            Key::Wins => &keys.wins,
            Key::Average => &keys.average,
            Key::Total => &keys.total,
            Key::BestGame => &keys.best_game,
            Key::WonTotal => &keys.won_total,
            Key::LeastLost => &keys.least_lost,
        };
        let ranked_by = self.tournament.settings().keys.iter().enumerate();
        let ranking = ranked_by.map(|(at, key)| {
            let pattern = if at == 0 { &keys.first } else { &keys.then };
            fill(pattern, &[("key", name(key).as_str().into())])
        });
        let sentences: Vec<String> = ranking.chain([co_winners.clone()]).collect();
        self.sentences(&sentences.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Sentences one after the other: Chinese puts no space between them.
    pub(crate) fn sentences(&self, sentences: &[&str]) -> String {
        let is_chinese = sentences.first().is_some_and(|text| text.ends_with('。'));
        sentences.join(if is_chinese { "" } else { " " })
    }

    /// The judge of a table in a round.
    pub(crate) fn judge(&self, round: u32, table: u32) -> Option<&'a str> {
        self.options.details.judges.get(&(round, table)).map(String::as_str)
    }

    pub(crate) fn time(&self, given: Option<HallTime>, otherwise: HallTime) -> String {
        numbers::time(given.unwrap_or(otherwise))
    }

    /// A QR code with its short code below, if there is an address.
    pub(crate) fn code(&self, target: CodeTarget, caption: &str) -> Option<Html> {
        let address = self.options.address.as_ref()?;
        let code = self.tournament.code(target).to_string();
        let square = qr(&format!("{address}/c#{code}"))?;
        Some(html!(
            "<figure class=\"code\">{}<figcaption>{}<b>{}</b></figcaption></figure>",
            square,
            html!("<span>{}</span>", caption),
            code
        ))
    }

    /// The head of a list: what it is, of which tournament.
    pub(crate) fn head(&self, title: &str, below: Option<&Html>) -> Html {
        let venue = self.options.details.venue.as_deref().map(|venue| html!(" · {}", name(venue)));
        html!(
            "<header class=\"head\"><h1>{}</h1><p><b>{}</b> · {}{}</p>{}</header>",
            title,
            name(self.tournament.title()),
            self.date(),
            venue,
            below
        )
    }

    /// Width and height of the paper in tenths of a millimetre.
    pub(crate) const fn paper_size(&self) -> (u32, u32) {
        match self.options.paper {
            Paper::A4 => (2100, 2970),
            Paper::Letter => (2159, 2794),
        }
    }
}

/// Text of people: its direction does not affect what is around it, and it may break anywhere.
pub(crate) fn name(text: &str) -> Html {
    html!("<bdi>{}</bdi>", text)
}

/// The longest text that a narrow box shows, in Latin letters; Chinese characters take two.
const LONGEST: usize = 110;

fn width(sign: char) -> usize {
    if sign >= '\u{1100}' { 2 } else { 1 }
}

/// Text and its width, with an ellipsis where it is too long.
fn shortened(text: &str) -> (String, usize) {
    let mut used = 0;
    let mut shown = String::new();
    for sign in text.chars() {
        used += width(sign);
        if used > LONGEST {
            shown.push('…');
            break;
        }
        shown.push(sign);
    }
    (shown, used)
}

/// Text for a line of a list that people read from afar: it may take several lines rather than very small letters.
pub(crate) fn listed(text: &str) -> Html {
    let (shown, used) = shortened(text);
    let class = match used {
        0..=26 => "fit-1",
        27..=80 => "fit-2",
        _ => "fit-3",
    };
    html!("<bdi class=\"{}\">{}</bdi>", class, shown)
}

/// Text for a box of fixed size: smaller letters the longer it is, and an ellipsis when nothing else helps.
pub(crate) fn fitted(text: &str) -> Html {
    let (shown, used) = shortened(text);
    let longest_word = text.split_whitespace().map(|word| word.chars().map(width).sum()).max().unwrap_or(0);
    let class = match (used, longest_word) {
        (0..=14, 0..=12) => "fit-1",
        (0..=30, 0..=16) => "fit-2",
        (0..=60, _) => "fit-3",
        _ => "fit-4",
    };
    html!("<bdi class=\"{}\">{}</bdi>", class, shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_lists_stay_readable() {
        assert!(listed("Maria Francisca de Almeida").into_string().contains("fit-1"));
        assert!(listed("João Pedro de Almeida Sequeira e Vasconcelos").into_string().contains("fit-2"));
        assert!(listed(&"名".repeat(300)).into_string().contains("名…</bdi>"));
    }

    #[test]
    fn long_names_get_smaller_letters_and_end_in_an_ellipsis() {
        assert_eq!(fitted("Ana").into_string(), "<bdi class=\"fit-1\">Ana</bdi>");
        assert!(fitted("Maria Francisca de Almeida").into_string().contains("fit-2"));
        assert!(fitted("陳嘉欣").into_string().contains("fit-1"));
        let long = fitted(&"名".repeat(300)).into_string();
        assert!(long.contains("fit-4") && long.contains("名…</bdi>") && long.chars().count() < 100);
    }
}
