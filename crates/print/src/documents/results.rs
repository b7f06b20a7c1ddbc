//! The results of a round, table by table.

use trinta_tournament::{Case, Ended, Flag, GameResult, Outcome, ScoredRack, Seat, Table};

use crate::context::{Context, SEATS};
use crate::error::PrintError;
use crate::html::{Html, html};
use crate::numbers::{signed, unsigned};
use crate::texts::fill;

pub(super) fn pages(context: &Context<'_>) -> Result<Html, PrintError> {
    let newest = context.tournament.newest_started().max(1);
    let round = context.known_round(context.options.round.unwrap_or(newest))?;
    let seated = context.tournament.round(round).ok_or(PrintError::NotSeated(round))?;
    let tables = (1..).zip(&seated.tables).filter(|(_, table)| table.was_used());
    let boxes = tables.map(|(at, table)| table_box(context, round, at, table));
    let title = fill(&context.texts.results.title, &[("round", round.into())]);
    Ok(html!(
        "<section class=\"page flow\">{}<div class=\"result-boxes\">{}</div></section>",
        context.head(&title, None),
        boxes.collect::<Html>()
    ))
}

fn table_box(context: &Context<'_>, round: u32, at: u32, table: &Table) -> Html {
    let texts = &context.texts.results;
    let games = (1..).zip(&table.games).map(|(number, game)| match &game.outcome {
        Some(Outcome::Scored(result)) => scored(context, table, number, result),
        Some(Outcome::Annulled(_)) => note(context, table, number, &texts.annulled),
        None => note(context, table, number, &texts.none),
    });
    let moves = context.tournament.moves(round, at).filter(|moves| moves.decided && !moves.numbers.is_empty());
    let moves = moves.map(|moves| {
        let numbers: Vec<String> = moves.numbers.iter().map(ToString::to_string).collect();
        let goal = fill(&texts.moves_to, &[("table", context.tournament.next_table(round, at).into())]);
        html!("<p class=\"small\">{} → {}</p>", numbers.join(", "), goal)
    });
    let is_protest = |case: &Case| case.subject.seat() == Some(Seat { round, table: at }) && case.decision.is_none();
    let protest = context.tournament.cases().iter().any(is_protest);
    let protest = protest.then(|| html!("<p class=\"warning\">{}</p>", texts.protest));
    html!(
        "<div class=\"result-box\"><b class=\"plate\">{}</b><div>{}{}{}</div></div>",
        at,
        games.collect::<Html>(),
        moves,
        protest
    )
}

/// The number of the game, where a table plays several in a round.
fn game_title(context: &Context<'_>, table: &Table, number: u32) -> Html {
    if table.games.len() < 2 {
        return Html::EMPTY;
    }
    html!("<b>{}</b> ", fill(&context.texts.words.game_n, &[("game", number.into())]))
}

fn note(context: &Context<'_>, table: &Table, number: u32, text: &str) -> Html {
    html!("<p class=\"small\">{}{}</p>", game_title(context, table, number), text)
}

fn scored(context: &Context<'_>, table: &Table, number: u32, result: &GameResult) -> Html {
    let texts = &context.texts.results;
    let ended = match result.ended {
        Ended::Out => &texts.out,
        Ended::Pool => &texts.pool,
        Ended::Time => &texts.time,
    };
    let flags = result.flags().into_iter().map(|flag| match flag {
        Flag::Short => html!(" · {}", texts.short),
        Flag::UnopenedWinner => html!(" · {}", texts.unopened_winner),
    });
    let mut racks: Vec<&ScoredRack> = result.racks.iter().collect();
    racks.sort_by_key(|rack| (table.seat_of(rack.number).unwrap_or(usize::MAX), rack.number));
    let rows = racks.into_iter().map(|rack| row(context, table, rack));
    html!(
        "<table><tbody>{}</tbody></table><p class=\"small\">{}{}{}</p>",
        rows.collect::<Html>(),
        game_title(context, table, number),
        ended,
        flags.collect::<Html>()
    )
}

fn row(context: &Context<'_>, table: &Table, rack: &ScoredRack) -> Html {
    let texts = &context.texts.results;
    let seat = table.seat_of(rack.number).and_then(|at| SEATS.get(at));
    let remark = match (rack.pushed, rack.opened) {
        (true, _) => Some(&texts.pushed),
        (false, false) => Some(&texts.unopened),
        (false, true) => None,
    };
    let remark = remark.map(|remark| html!("<br><span class=\"remark\">{}</span>", remark));
    html!(
        "<tr><td class=\"seat\">{}</td><td class=\"no\">{}</td><td>{}{}</td>\
         <td class=\"figure\">{}</td><td class=\"figure\"><b>{}</b></td></tr>",
        seat.map(|seat| html!("<b>{}</b>", seat)),
        rack.number,
        context.fitted_name(rack.number),
        remark,
        unsigned(&rack.wins.to_string()),
        signed(&rack.score.to_string())
    )
}
