//! Move slips: for each table of a round, who goes where (B03).

use trinta_tournament::{Number, Table};

use crate::context::{Context, SEATS};
use crate::error::PrintError;
use crate::html::{Html, html};
use crate::texts::{Value, fill};

pub(super) fn pages(context: &Context<'_>) -> Result<Html, PrintError> {
    let tournament = context.tournament;
    let round = match context.options.round {
        Some(round) => context.known_round(round)?,
        // After a seating the slips that lead to it, otherwise those of the round that is being played.
        None => {
            let newest = tournament.rounds().len() as u32;
            if tournament.has_started(newest) || newest < 2 { newest.max(1) } else { newest - 1 }
        }
    };
    let seated = tournament.round(round).ok_or(PrintError::NotSeated(round))?;
    if round == tournament.settings().rounds {
        return Err(PrintError::NoMoves(round));
    }
    let slips: Vec<Html> =
        (1..).zip(&seated.tables).filter_map(|(at, table)| slip(context, round, at, table)).collect();
    if slips.is_empty() {
        return Err(PrintError::MovesUnknown(round));
    }
    Ok(html!("<section class=\"page flow slips\">{}</section>", slips.into_iter().collect::<Html>()))
}

/// Where a player goes.
enum Move {
    To(u32),
    Stays,
    Left,
    /// It depends on a draw (B06).
    Drawn,
}

fn slip(context: &Context<'_>, round: u32, at: u32, table: &Table) -> Option<Html> {
    let texts = &context.texts.moves;
    let next_is_seated = context.tournament.round(round + 1).is_some_and(|next| !next.stale);
    let moves = context.tournament.moves(round, at);
    if table.players.is_empty() || (!next_is_seated && moves.is_none()) {
        return None;
    }
    let next_table = context.tournament.next_table(round, at);
    let open = moves.as_ref().filter(|moves| !moves.decided && !next_is_seated);
    let drawing = table.draw.as_ref().map_or(&[][..], |draw| draw.entrants());
    let goes = |player: Number| {
        if !context.tournament.people().is_present(player) {
            return Move::Left;
        }
        if next_is_seated {
            return match context.tournament.table_of(round + 1, player) {
                Some(there) if there == at => Move::Stays,
                Some(there) => Move::To(there),
                None => Move::Left,
            };
        }
        match &moves {
            Some(moves) if moves.numbers.contains(&player) => Move::To(next_table),
            Some(moves) if !moves.decided && drawing.contains(&player) => Move::Drawn,
            _ => Move::Stays,
        }
    };
    let rows = table.occupied().zip(SEATS).filter_map(|(player, seat)| Some((player?, seat))).map(|(player, seat)| {
        let (class, goal) = match goes(player) {
            Move::To(there) => ("to", html!("→ {} ", fill(&texts.to_table, &[("table", there.into())]))),
            Move::Stays => ("stays", html!("{}", texts.stays)),
            Move::Left => ("stays", html!("{}", texts.left)),
            Move::Drawn => ("stays", html!("?")),
        };
        html!(
            "<tr class=\"{}\"><td class=\"seat\"><b>{}</b></td><td class=\"no\">{}</td><td>{}</td>\
             <td class=\"goal\">{}</td></tr>",
            class,
            seat,
            player,
            context.fitted_name(player),
            goal
        )
    });
    let draw = open.map(|moves| {
        let places = context.tournament.phase(round).movers.saturating_sub(moves.numbers.len() as u32);
        let values: [(&str, Value); 2] = [("places", places.into()), ("table", next_table.into())];
        html!("<p class=\"warning\">{}</p>", fill(&texts.draw, &values))
    });
    Some(html!(
        "<div class=\"slip\"><header><b class=\"plate\">{}</b><p>{}<br><b>{}</b></p></header>\
         <table><tbody>{}</tbody></table>{}</div>",
        at,
        crate::context::name(context.tournament.title()),
        fill(&texts.slip, &[("round", round.into())]),
        rows.collect::<Html>(),
        draw
    ))
}
