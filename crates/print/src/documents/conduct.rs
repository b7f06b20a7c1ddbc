//! The code of conduct: 18 numbered points, so that a warning can name its point (G18).

use trinta_core::edition::Pushed;

use crate::context::Context;
use crate::html::{Html, html};
use crate::texts::{Value, fill};

/// F12: the price of a rack that was pushed over.
const PUSHED: u32 = 200;
/// The point about racks that are pushed over, from 0.
const PUSHED_POINT: usize = 13;

pub(super) fn pages(context: &Context<'_>) -> Html {
    let texts = &context.texts.conduct;
    let settings = context.tournament.settings();
    let values: [(&str, Value); 3] = [
        ("warnings", settings.warnings.into()),
        ("pushed", PUSHED.into()),
        // X01: the games that are scheduled.
        ("games", (settings.rounds * settings.games_per_round).into()),
    ];
    let unpriced = context.tournament.rules().numbers().is_some_and(|rules| rules.pushed == Pushed::No);
    let points = texts.points.iter().enumerate().map(|(at, point)| {
        let point = if at == PUSHED_POINT && unpriced { &texts.pushed_unpriced } else { point };
        html!("<li>{}</li>", fill(point, &values))
    });
    html!(
        "<section class=\"page flow prose\">{}<ol class=\"points\">{}</ol></section>",
        context.head(&texts.title, Some(&html!("<p class=\"keys\">{}</p>", texts.lead))),
        points.collect::<Html>()
    )
}
