//! The invitation: eleven lines, the remark on late comers, the form of play with its three remarks (A15).

use trinta_tournament::{Format, PlayOffs};

use crate::context::Context;
use crate::error::PrintError;
use crate::html::{Html, html};
use crate::numbers;
use crate::texts::{Value, fill};

/// A07: counting takes this long after the last round unless the details say otherwise.
const COUNTING_SECONDS: u32 = 15 * 60;

pub(super) fn pages(context: &Context<'_>) -> Result<Html, PrintError> {
    let texts = &context.texts.invitation;
    let settings = context.tournament.settings();
    let details = &context.options.details;
    let announced = |given: &Option<String>| given.clone().unwrap_or(context.texts.words.to_be_announced.clone());
    let at = |time: String| fill(&texts.at, &[("time", time.into())]);
    let span = |from: String, to: String| fill(&texts.span, &[("from", from.into()), ("to", to.into())]);
    let ends = settings.ends();
    let lines = [
        (&texts.date, context.date()),
        (&texts.venue, announced(&details.venue)),
        (&texts.check_in, fill(&texts.from, &[("time", numbers::time(settings.check_in).into())])),
        (&texts.seating, at(context.time(details.seating, settings.start.minus(20 * 60)))),
        (&texts.briefing, at(context.time(details.briefing, settings.start.minus(10 * 60)))),
        (&texts.play, span(numbers::time(settings.start), numbers::time(ends))),
        (&texts.counting, span(numbers::time(ends), context.time(details.results_out, ends.plus(COUNTING_SECONDS)))),
        (&texts.prize_giving, announced(&details.prize_giving)),
        (&texts.players, players(context)),
        (&texts.format, fill(format_line(context), &[("rounds", settings.rounds.into())])),
        (&texts.supervision, supervision(context)),
    ];
    let rows = lines.iter().map(|(label, value)| html!("<tr><th>{}</th><td><bdi>{}</bdi></td></tr>", label, value));
    let remarks = remarks(context).into_iter().map(|remark| html!("<li>{}</li>", remark));
    Ok(html!(
        "<section class=\"page flow prose invitation\"><header class=\"head\"><p>{}</p><h1><bdi>{}</bdi></h1></header>\
         <table class=\"lines\"><tbody>{}</tbody></table>\
         <h2>{}</h2><ol><li>{}</li></ol><h2>{}</h2><p>{}</p><ol>{}</ol></section>",
        texts.title,
        context.tournament.title(),
        rows.collect::<Html>(),
        texts.remark,
        texts.late,
        texts.how,
        how(context),
        remarks.collect::<Html>()
    ))
}

/// A10: the field that the tournament has room for, or the one that it has once numbers are seated.
fn players(context: &Context<'_>) -> String {
    let texts = &context.texts.invitation;
    let players = context.tournament.settings().capacity;
    let values: [(&str, Value); 2] = [("players", players.into()), ("tables", (players / 4).into())];
    fill(if players.is_multiple_of(4) { &texts.players_value } else { &texts.players_mixed }, &values)
}

fn supervision(context: &Context<'_>) -> String {
    let texts = &context.texts.invitation;
    match &context.options.details.head_judge {
        Some(head_judge) => fill(&texts.supervision_named, &[("head_judge", head_judge.as_str().into())]),
        None => texts.supervision_value.clone(),
    }
}

fn format_line<'a>(context: &Context<'a>) -> &'a str {
    let texts = &context.texts.invitation;
    match context.tournament.settings().format {
        Format::Ring => &texts.format_ring,
        Format::NoRepeat => &texts.format_no_repeat,
        Format::Random => &texts.format_random,
        Format::Swiss => &texts.format_swiss,
        Format::Interval => &texts.format_interval,
        Format::Places => &texts.format_places,
        Format::KnockOut => &texts.format_knock_out,
    }
}

fn how(context: &Context<'_>) -> String {
    let texts = &context.texts.invitation;
    let settings = context.tournament.settings();
    let format = match settings.format {
        Format::Ring => &texts.how_ring,
        Format::NoRepeat => &texts.how_no_repeat,
        Format::Random => &texts.how_random,
        Format::Swiss => &texts.how_swiss,
        Format::Interval => &texts.how_interval,
        Format::Places => &texts.how_places,
        Format::KnockOut => &texts.how_knock_out,
    };
    let values: [(&str, Value); 5] = [
        ("rounds", settings.rounds.into()),
        ("per_round", settings.games_per_round.into()),
        ("movers", settings.movers.into()),
        ("winners", settings.winners.into()),
        ("keys", context.keys().into()),
    ];
    context.sentences(&[&fill(format, &values), &fill(&texts.how_ranking, &values)])
}

/// The three remarks to the form of play (C01, B06, B11).
fn remarks<'a>(context: &Context<'a>) -> [&'a str; 3] {
    let texts = &context.texts.invitation;
    let settings = context.tournament.settings();
    let tie = if settings.format == Format::Ring { &texts.remark_tie_ring } else { &texts.remark_tie_other };
    match settings.play_off {
        PlayOffs::Cut | PlayOffs::Ranks => [&texts.remark_start, tie, &texts.remark_play_off],
    }
}
