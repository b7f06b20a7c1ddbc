//! The seating of a round: by table, by number, by name.

use trinta_tournament::{Number, Round};

use crate::context::{Context, SEATS, listed, name};
use crate::error::PrintError;
use crate::html::{Html, html};

pub(super) fn by_table(context: &Context<'_>) -> Result<Html, PrintError> {
    let (number, round) = context.round()?;
    let tables = (1..).zip(&round.tables).filter(|(_, table)| table.was_used()).map(|(at, table)| {
        let seats = SEATS.iter().enumerate().map(|(seat, letter)| {
            let (number, name) = match table.occupied().nth(seat).flatten() {
                Some(player) => (html!("{}", player), listed(name_of(context, player))),
                None => (Html::EMPTY, html!("<i>{}</i>", context.texts.words.empty_seat)),
            };
            html!("<tr><td class=\"seat\"><b>{}</b></td><td class=\"no\">{}</td><td>{}</td></tr>", letter, number, name)
        });
        let judge = context.judge(number, at).map(|judge| {
            html!("<p class=\"small\">{}{}{}</p>", context.texts.words.judge, context.texts.words.colon, name(judge))
        });
        html!(
            "<div class=\"table-box\"><b class=\"plate\">{}</b><table><tbody>{}</tbody></table>{}</div>",
            at,
            seats.collect::<Html>(),
            judge
        )
    });
    let title = &context.texts.seating.by_table;
    Ok(page(context, title, number, &html!("<div class=\"table-boxes\">{}</div>", tables.collect::<Html>())))
}

pub(super) fn by_number(context: &Context<'_>) -> Result<Html, PrintError> {
    let (number, round) = context.round()?;
    let mut seats = seats(round);
    seats.sort_unstable();
    let lines = seats.into_iter().map(|(player, table)| {
        html!("<p class=\"finder\"><b class=\"no\">{}</b><span>→</span><b class=\"plate\">{}</b></p>", player, table)
    });
    let title = &context.texts.seating.by_number;
    Ok(page(context, title, number, &html!("<div class=\"finders by-number\">{}</div>", lines.collect::<Html>())))
}

pub(super) fn by_name(context: &Context<'_>) -> Result<Html, PrintError> {
    let (number, round) = context.round()?;
    let mut seats = seats(round);
    seats.sort_by_cached_key(|(player, _)| (sort_key(name_of(context, *player)), *player));
    let lines = seats.into_iter().map(|(player, table)| {
        html!(
            "<p class=\"finder\"><span class=\"who\">{}</span><span class=\"no\">{}</span><b class=\"plate\">{}</b></p>",
            listed(name_of(context, player)),
            player,
            table
        )
    });
    let title = &context.texts.seating.by_name;
    Ok(page(context, title, number, &html!("<div class=\"finders by-name\">{}</div>", lines.collect::<Html>())))
}

fn name_of<'a>(context: &Context<'a>, player: Number) -> &'a str {
    context.player(player).map_or("", |player| player.person.name.as_str())
}

fn page(context: &Context<'_>, title: &str, round: u32, content: &Html) -> Html {
    let below = html!("<p class=\"big\">{}</p>", context.round_n(round));
    html!("<section class=\"page flow\">{}{}</section>", context.head(title, Some(&below)), content)
}

/// Every player who sits in the round, with the table.
fn seats(round: &Round) -> Vec<(Number, u32)> {
    let tables = (1..).zip(&round.tables);
    tables.flat_map(|(at, table)| table.players.iter().map(move |player| (*player, at))).collect()
}

/// Latin letters sort without case and accents; Chinese characters follow in the order of Unicode, which is by radical
/// and strokes.
fn sort_key(name: &str) -> String {
    name.trim().chars().flat_map(char::to_lowercase).map(without_accent).collect()
}

const fn without_accent(letter: char) -> char {
    match letter {
        'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' | 'ā' => 'a',
        'ç' | 'č' | 'ć' => 'c',
        'é' | 'è' | 'ê' | 'ë' | 'ē' => 'e',
        'í' | 'ì' | 'î' | 'ï' | 'ī' => 'i',
        'ñ' => 'n',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' => 'o',
        'ś' | 'š' => 's',
        'ú' | 'ù' | 'û' | 'ü' | 'ū' => 'u',
        'ý' | 'ÿ' => 'y',
        'ž' | 'ź' | 'ż' => 'z',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_without_case_and_accents() {
        let mut names = ["陳嘉欣", "Zoe", "Álvaro", "amy", "Inês", "Ines B", "Águeda"];
        names.sort_by_key(|name| sort_key(name));
        assert_eq!(names, ["Águeda", "Álvaro", "amy", "Inês", "Ines B", "Zoe", "陳嘉欣"]);
    }
}
