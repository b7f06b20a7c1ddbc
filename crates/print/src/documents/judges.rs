//! The list of judges for the desk: who judges which table (A16).

use crate::context::{Context, name};
use crate::error::PrintError;
use crate::html::{Html, html};
use crate::texts::fill;

pub(super) fn pages(context: &Context<'_>) -> Result<Html, PrintError> {
    let texts = context.texts;
    let tables = context.tables()?;
    let newest = context.tournament.rounds().len().max(1) as u32;
    let round = context.known_round(context.options.round.unwrap_or(newest))?;
    let missing: Vec<String> =
        (1..=tables).filter(|table| context.judge(round, *table).is_none()).map(|table| table.to_string()).collect();
    let warning = (!missing.is_empty()).then(|| {
        let text = fill(&texts.judges.missing, &[("tables", missing.join(", ").into())]);
        html!("<p class=\"warning\">{}</p>", text)
    });
    let head_judge = context.options.details.head_judge.as_deref();
    let rows = (1..=tables).map(|table| {
        html!(
            "<tr><td class=\"plate\">{}</td><td>{}</td><td class=\"tick\"><i class=\"box\"></i></td><td></td></tr>",
            table,
            context.judge(round, table).map(name)
        )
    });
    let below = html!(
        "<p>{} · {}{}{}</p>{}",
        context.round_n(round),
        texts.words.head_judge,
        texts.words.colon,
        head_judge.map_or_else(|| html!("<i class=\"blank\"></i>"), name),
        warning
    );
    Ok(html!(
        "<section class=\"page flow\">{}<table class=\"list roomy judges\"><thead><tr><th>{}</th><th>{}</th><th>{}</th>\
         <th>{}</th></tr></thead><tbody>{}</tbody></table></section>",
        context.head(&texts.judges.title, Some(&below)),
        texts.words.table,
        texts.words.judge,
        texts.judges.present,
        texts.words.signature,
        rows.collect::<Html>()
    ))
}
