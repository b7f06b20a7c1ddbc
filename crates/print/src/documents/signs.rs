//! A sign for each table, folded in the middle so that it can be read from both sides.

use trinta_tournament::{CodeTarget, Format};

use crate::context::Context;
use crate::error::PrintError;
use crate::html::{Html, html};
use crate::texts::fill;

pub(super) fn pages(context: &Context<'_>) -> Result<Html, PrintError> {
    let tables = context.tables()?;
    let sign = |table: u32| {
        let half = half(context, table, tables);
        html!(
            "<section class=\"page full sign\"><div class=\"half turned\">{}</div><div class=\"half\">{}</div></section>",
            half,
            half
        )
    };
    Ok((1..=tables).map(sign).collect())
}

fn half(context: &Context<'_>, table: u32, tables: u32) -> Html {
    let texts = &context.texts.signs;
    let settings = context.tournament.settings();
    let moves = (settings.format == Format::Ring && tables > 1 && settings.rounds > 1).then(|| {
        let text = fill(&texts.moves_on, &[("movers", settings.movers.into())]);
        let goal = fill(&context.texts.moves.to_table, &[("table", (table % tables + 1).into())]);
        html!("<p class=\"onward\">{}<b>{}</b></p>", text, goal)
    });
    html!(
        "<div class=\"sign-number\"><p>{}</p><b class=\"digits-{}\">{}</b></div><div class=\"sign-side\">{}{}</div>",
        context.texts.words.table,
        table.to_string().len(),
        table,
        context.code(CodeTarget::Table(table), &texts.who_sits),
        moves
    )
}
