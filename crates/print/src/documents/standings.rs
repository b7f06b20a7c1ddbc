//! Standings with their keys, the cut, and a flag on whatever is provisional (B08 to B10, G17).

use std::collections::BTreeMap;

use trinta_core::Score;
use trinta_tournament::{Number, Standing, Standings, Status, Table};

use crate::context::Context;
use crate::error::PrintError;
use crate::html::{Html, html};
use crate::numbers::{signed, unsigned};
use crate::texts::fill;

/// With more rounds than this their columns would not fit the page.
const ROUND_COLUMNS: u32 = 6;

pub(super) fn pages(context: &Context<'_>) -> Result<Html, PrintError> {
    let words = &context.texts.words;
    let standings = context.tournament.standings();
    if standings.rows.is_empty() {
        return Err(PrintError::NoPlayers);
    }
    let settings = context.tournament.settings();
    let rounds = if settings.rounds <= ROUND_COLUMNS { context.tournament.newest_started() } else { 0 };
    let by_round = scores_by_round(context, rounds);
    let winners = standings.rows.iter().filter(|row| row.rank.is_some_and(|rank| rank <= settings.winners)).count();
    let has_scores = context.tournament.newest_started() > 0;
    let rows = standings.rows.iter().enumerate().map(|(at, row)| {
        let is_last_winner = has_scores && at + 1 == winners;
        table_row(context, row, rounds, &by_round, is_last_winner)
    });
    let round_heads = (1..=rounds).map(|round| html!("<th class=\"figure\">{} {}</th>", words.round, round));
    let signature = html!("<p class=\"signature\">{} <i class=\"line\"></i></p>", context.texts.standings.signature);
    Ok(html!(
        "<section class=\"page flow\">{}<table class=\"list standings\"><thead><tr><th class=\"figure\">{}</th>\
         <th class=\"figure\">{}</th><th>{}</th><th>{}</th>{}<th class=\"figure\">{}</th><th class=\"figure\">{}</th>\
         <th class=\"figure\">{}</th><th class=\"figure\">{}</th></tr></thead><tbody>{}</tbody></table>{}</section>",
        context.head(&title(context), Some(&below(context, &standings, rounds))),
        words.place,
        words.number,
        words.name,
        words.school,
        round_heads.collect::<Html>(),
        words.won,
        words.games,
        words.total,
        words.average,
        rows.collect::<Html>(),
        signature
    ))
}

fn title(context: &Context<'_>) -> String {
    let texts = &context.texts.standings;
    let tournament = context.tournament;
    if tournament.is_finished() {
        return texts.title_final.clone();
    }
    match tournament.newest_started() {
        0 => texts.title_before.clone(),
        round => fill(&texts.title_after, &[("round", round.into())]),
    }
}

/// The keys, the cut, and what is still open.
fn below(context: &Context<'_>, standings: &Standings, rounds: u32) -> Html {
    let texts = &context.texts.standings;
    let tournament = context.tournament;
    let cut = fill(&texts.cut, &[("winners", tournament.settings().winners.into())]);
    let mut sentences = vec![context.keys(), context.texts.keys.shared.clone(), cut];
    if rounds > 0 {
        sentences.push(texts.table_hint.clone());
    }
    let sentences: Vec<&str> = sentences.iter().map(String::as_str).collect();
    let mut open = Vec::new();
    for round in 1..=tournament.newest_started() {
        let (tables, _) = tournament.missing(round);
        if !tables.is_empty() {
            let tables: Vec<String> = tables.iter().map(ToString::to_string).collect();
            open.push(fill(&texts.missing, &[("round", round.into()), ("tables", tables.join(", ").into())]));
        }
    }
    if tournament.first_incomplete().is_none() {
        for tie in &standings.open_ties {
            let numbers: Vec<String> = tie.numbers.iter().map(ToString::to_string).collect();
            open.push(fill(&texts.open_ties, &[("numbers", numbers.join(", ").into())]));
        }
    }
    if standings.rows.iter().any(|row| row.provisional) {
        open.push(texts.flagged.clone());
    }
    let provisional =
        (!tournament.is_finished()).then(|| html!("<b class=\"provisional\">{}</b> ", context.texts.words.provisional));
    html!(
        "<p class=\"keys\">{}{}</p>{}",
        provisional,
        context.sentences(&sentences),
        open.into_iter().map(|line| html!("<p class=\"warning\">{}</p>", line)).collect::<Html>()
    )
}

type ByRound = BTreeMap<(u32, Number), (Score, u32)>;

/// The score and the table of each player in each round.
fn scores_by_round(context: &Context<'_>, rounds: u32) -> ByRound {
    let mut scores = ByRound::new();
    for round in 1..=rounds {
        let tables = context.tournament.round(round).map_or(&[][..], |round| &round.tables);
        for (at, table) in (1..).zip(tables) {
            for rack in Table::results(table).flat_map(|result| &result.racks) {
                scores.entry((round, rack.number)).or_insert((Score::ZERO, at)).0 += rack.score;
            }
        }
    }
    scores
}

fn table_row(context: &Context<'_>, row: &Standing, rounds: u32, scores: &ByRound, is_last_winner: bool) -> Html {
    let texts = &context.texts.standings;
    let columns = (1..=rounds).map(|round| match scores.get(&(round, row.number)) {
        Some((score, table)) => {
            html!("<td class=\"figure\">{}<span class=\"stroke\">/{}</span></td>", signed(&score.to_string()), table)
        }
        None => html!("<td class=\"figure\">–</td>"),
    });
    let status = match row.status {
        Status::Entered | Status::Present => None,
        Status::Forfeit => Some(&texts.forfeit),
        Status::Disqualified => Some(&texts.disqualified),
        Status::Withdrawn => Some(&texts.withdrawn),
        Status::Barred => Some(&texts.barred),
    };
    let place = match row.rank {
        Some(rank) => html!("{}", rank),
        None => html!("–"),
    };
    html!(
        "<tr class=\"{}\"><td class=\"figure\">{}{}</td><td class=\"figure\">{}</td><td>{}{}</td><td>{}</td>{}\
         <td class=\"figure\">{}</td><td class=\"figure\">{}</td><td class=\"figure\">{}</td>\
         <td class=\"figure\"><b>{}</b></td></tr>",
        if is_last_winner { "cut" } else { "" },
        row.provisional.then(|| html!("⚑ ")),
        place,
        row.number,
        context.name(row.number),
        status.map(|status| html!(" <i>({})</i>", status)),
        crate::context::name(context.school(row.number)),
        columns.collect::<Html>(),
        unsigned(&row.wins().to_string()),
        row.games(),
        signed(&row.total().to_string()),
        signed(&row.average().to_string())
    )
}
