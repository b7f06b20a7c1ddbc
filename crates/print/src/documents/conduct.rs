//! The code of conduct: 18 numbered points, so that a warning can name its point (G18).

use trinta_core::edition::Pushed;

use crate::context::Context;
use crate::html::{Html, html};
use crate::texts::{Value, fill};

/// F12: the price of a rack that was pushed over.
const PUSHED: u32 = 200;
/// The points about racks that are pushed over, and about playing all games, from 0.
const PUSHED_POINT: usize = 13;
const GAMES_POINT: usize = 14;

pub(super) fn pages(context: &Context<'_>) -> Html {
    let texts = &context.texts.conduct;
    let settings = context.tournament.settings();
    let phases = settings.phases();
    let values: [(&str, Value); 3] = [
        ("warnings", settings.warnings.into()),
        ("pushed", PUSHED.into()),
        // X01: the games that are scheduled.
        (
            "games",
            phases.iter().map(|phase| (phase.last + 1 - phase.first) * phase.games_per_round).sum::<u32>().into(),
        ),
    ];
    let unpriced = context.tournament.rules().numbers().is_some_and(|rules| rules.pushed == Pushed::No);
    // Where some players go on and others do not, or dates may be missed, nobody's number of games is known beforehand.
    let is_open = phases.len() > 1 || settings.league.is_some();
    let points = texts.points.iter().enumerate().map(|(at, point)| {
        let point = match at {
            PUSHED_POINT if unpriced => &texts.pushed_unpriced,
            GAMES_POINT if is_open => &texts.games_open,
            _ => point,
        };
        html!("<li>{}</li>", fill(point, &values))
    });
    html!(
        "<section class=\"page flow prose\">{}<ol class=\"points\">{}</ol></section>",
        context.head(&texts.title, Some(&html!("<p class=\"keys\">{}</p>", texts.lead))),
        points.collect::<Html>()
    )
}
