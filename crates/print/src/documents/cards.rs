//! A number card for each player, eight on a page, to be cut apart.

use trinta_tournament::{CodeTarget, Player};

use crate::context::{Context, fitted, name};
use crate::error::PrintError;
use crate::html::{Html, html};

const PER_PAGE: usize = 8;

pub(super) fn pages(context: &Context<'_>) -> Result<Html, PrintError> {
    let players = context.players()?;
    let page = |players: &[&Player]| {
        let cards = players.iter().map(|player| card(context, player));
        html!("<section class=\"page full cards\">{}</section>", cards.collect::<Html>())
    };
    Ok(players.chunks(PER_PAGE).map(page).collect())
}

fn card(context: &Context<'_>, player: &Player) -> Html {
    let texts = context.texts;
    let first_table = context.tournament.table_of(1, player.number).map(|table| {
        html!("<span>{}</span><span>{} <b>{}</b></span>", texts.cards.first_table, texts.words.table, table)
    });
    html!(
        "<div class=\"card\"><p class=\"card-head\"><span>{}</span></p>\
         <div class=\"card-main\"><div><b class=\"number digits-{}\">{}</b><p class=\"card-name\">{}</p>\
         <p class=\"card-school\">{}</p></div>{}</div><p class=\"card-foot\">{}</p></div>",
        name(context.tournament.title()),
        player.number.to_string().len(),
        player.number,
        fitted(&player.person.name),
        player.person.school.as_deref().map(fitted),
        context.code(CodeTarget::Player(player.number), &texts.cards.scan),
        first_table
    )
}
