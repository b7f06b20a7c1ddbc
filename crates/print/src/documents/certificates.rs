//! A certificate for each winner. Winners have places only where the tournament orders them (B10).

use trinta_tournament::{PlayOffs, Standing};

use crate::context::{Context, name};
use crate::error::PrintError;
use crate::html::{Html, html};
use crate::numbers::{signed, unsigned};
use crate::texts::{Value, fill};
use crate::tiles::tiles;

pub(super) fn pages(context: &Context<'_>) -> Result<Html, PrintError> {
    if !context.tournament.is_finished() {
        return Err(PrintError::NotFinished);
    }
    let standings = context.tournament.standings();
    let winners = context.tournament.settings().winners;
    let players = standings.rows.len() as u32;
    let certificates = standings.rows.iter().filter_map(|row| {
        let rank = row.rank.filter(|rank| *rank <= winners)?;
        Some(certificate(context, row, rank, players))
    });
    Ok(certificates.collect())
}

fn certificate(context: &Context<'_>, row: &Standing, rank: u32, players: u32) -> Html {
    let texts = &context.texts.certificate;
    let settings = context.tournament.settings();
    let merit = match settings.play_off {
        PlayOffs::Cut => fill(&texts.winner, &[("winners", settings.winners.into())]),
        PlayOffs::Ranks => fill(&texts.place, &[("place", rank.into())]),
    };
    let values: [(&str, Value); 3] = [
        ("wins", unsigned(&row.wins().to_string()).into()),
        ("games", row.games().into()),
        ("average", signed(&row.average().to_string()).into()),
    ];
    let school = context.school(row.number);
    let number = fill(&context.texts.words.player_n, &[("number", row.number.0.into())]);
    let school = if school.is_empty() { html!("{}", number) } else { html!("{} · {}", name(school), number) };
    html!(
        "<section class=\"page wide\"><div class=\"certificate\"><p class=\"event\">{}</p><h1>{}</h1>{}\
         <p class=\"winner\">{}</p><p>{}</p><p class=\"merit\"><b>{}</b> {}</p><p class=\"small\">{}</p>\
         <footer><p><i class=\"line\"></i>{}</p><p><i class=\"line\">{}</i>{}</p></footer></div></section>",
        name(context.tournament.title()),
        texts.title,
        tiles("r10 r11 r12 r13"),
        context.fitted_name(row.number),
        school,
        merit,
        fill(&texts.of, &[("players", players.into())]),
        fill(&texts.record, &values),
        texts.signature,
        context.date(),
        context.texts.words.date
    )
}
