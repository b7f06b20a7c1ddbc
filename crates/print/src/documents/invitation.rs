//! The invitation: eleven lines, the remark on late comers, the form of play with its three remarks (A15).

use trinta_tournament::{Advance, CarryOver, Format, PlayOffs, Stage};

use crate::context::Context;
use crate::error::PrintError;
use crate::html::{Html, html};
use crate::numbers;
use crate::texts::{Invitation, Value, fill};

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
        (&texts.check_in, fill(&texts.from, &[("time", numbers::time(settings.opens_check_in()).into())])),
        (&texts.seating, at(context.time(details.seating, settings.start.minus(20 * 60)))),
        (&texts.briefing, at(context.time(details.briefing, settings.start.minus(10 * 60)))),
        (&texts.play, span(numbers::time(settings.start), numbers::time(ends))),
        (&texts.counting, span(numbers::time(ends), context.time(details.results_out, ends.plus(COUNTING_SECONDS)))),
        (&texts.prize_giving, announced(&details.prize_giving)),
        (&texts.players, players(context)),
        (&texts.format, format_line(context)),
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

fn format_line(context: &Context<'_>) -> String {
    let texts = &context.texts.invitation;
    let settings = context.tournament.settings();
    let text = match settings.format {
        _ if settings.stages.len() > 1 => &texts.format_stages,
        Format::Ring => &texts.format_ring,
        Format::NoRepeat => &texts.format_no_repeat,
        Format::Random => &texts.format_random,
        Format::Swiss => &texts.format_swiss,
        Format::Interval => &texts.format_interval,
        Format::Places => &texts.format_places,
        Format::KnockOut => &texts.format_knock_out,
    };
    fill(text, &[("rounds", settings.rounds.into()), ("stages", (settings.stages.len() as u32).into())])
}

fn how(context: &Context<'_>) -> String {
    let texts = &context.texts.invitation;
    let settings = context.tournament.settings();
    let mut sentences = match (settings.stages.as_slice(), settings.league) {
        ([], None) => vec![fill(&texts.how_rounds, &rounds_of(settings.rounds, settings.games_per_round))],
        ([], Some(league)) => {
            let mut values = rounds_of(league.rounds, settings.games_per_round).to_vec();
            values.extend([("dates", league.dates.into()), ("best", league.best.into())]);
            vec![fill(&texts.how_league, &values)]
        }
        (stages, _) => stages.iter().enumerate().flat_map(|(at, _)| how_stage(context, stages, at)).collect(),
    };
    if settings.stages.is_empty() {
        sentences.push(how_seated(texts, settings.format, settings.movers));
    }
    let values = [("winners", settings.winners.into()), ("keys", context.keys().into())];
    sentences.push(fill(&texts.how_ranking, &values));
    context.sentences(&sentences.iter().map(String::as_str).collect::<Vec<_>>())
}

fn rounds_of(rounds: u32, games_per_round: u32) -> [(&'static str, Value); 2] {
    [("rounds", rounds.into()), ("per_round", games_per_round.into())]
}

/// A stage: its rounds, how they are seated where that is new, what counts from before, and who goes on (X20).
fn how_stage(context: &Context<'_>, stages: &[Stage], at: usize) -> Vec<String> {
    let texts = &context.texts.invitation;
    let settings = context.tournament.settings();
    let stage = &stages[at];
    let format = |stage: &Stage| stage.format.unwrap_or(settings.format);
    let mut values = rounds_of(stage.rounds, stage.games_per_round.unwrap_or(settings.games_per_round)).to_vec();
    values.push(("stage", (at as u32 + 1).into()));
    let mut sentences = vec![fill(&texts.how_stage, &values)];
    let before = at.checked_sub(1).map(|before| &stages[before]);
    if before.is_none_or(|before| format(before) != format(stage)) {
        sentences.push(how_seated(texts, format(stage), stage.movers.unwrap_or(settings.movers)));
    }
    if before.is_some() {
        let carry_over = match stage.carry_over {
            CarryOver::None => &texts.carry_over_none,
            CarryOver::Half => &texts.carry_over_half,
            CarryOver::All => &texts.carry_over_all,
        };
        sentences.push(carry_over.clone());
    }
    sentences.extend(stage.advance.map(|advance| match advance {
        Advance::Best(best) => fill(&texts.go_on_best, &[("best", best.into())]),
        Advance::PerTable(best) => fill(&texts.go_on_per_table, &[("best", best.into())]),
    }));
    sentences
}

fn how_seated(texts: &Invitation, format: Format, movers: u32) -> String {
    let text = match format {
        Format::Ring => &texts.how_ring,
        Format::NoRepeat => &texts.how_no_repeat,
        Format::Random => &texts.how_random,
        Format::Swiss => &texts.how_swiss,
        Format::Interval => &texts.how_interval,
        Format::Places => &texts.how_places,
        Format::KnockOut => &texts.how_knock_out,
    };
    fill(text, &[("movers", movers.into())])
}

/// The three remarks to the form of play (C01, B06, B11).
fn remarks<'a>(context: &Context<'a>) -> [&'a str; 3] {
    let texts = &context.texts.invitation;
    let settings = context.tournament.settings();
    let phases = settings.phases();
    let tie = if phases.iter().any(|phase| phase.format == Format::Ring && phase.first < phase.last) {
        &texts.remark_tie_ring
    } else if phases.iter().any(|phase| matches!(phase.cut, Some(Advance::PerTable(_)))) {
        &texts.remark_tie_go_on
    } else {
        &texts.remark_tie_other
    };
    let play_off = match settings.play_off {
        PlayOffs::Cut => &texts.remark_play_off,
        PlayOffs::Ranks => &texts.remark_play_off_ranks,
    };
    [&texts.remark_start, tie, play_off]
}
