//! The rules in brief and seven joker examples, from the settings of the tournament's games (A05).

use trinta_core::edition::{JokerMoves, NewDeal, OpeningSets, PoolEmpty, Unopened, Unrestorable};
use trinta_tournament::{DrawnJoker, TimeUp, UnopenedWins};

use crate::context::Context;
use crate::html::{Html, html};
use crate::texts::{Value, fill};
use crate::tiles::tiles;

/// What lies on the table, what is played from the rack, and what lies there afterwards (H01 to H07).
const EXAMPLES: [[&str; 3]; 7] = [
    ["b1 b2 * b4 b5", "b3 k11 k13", "b1 b2 b3 b4 b5, k11 * k13"],
    ["* r6 r7", "r9", "r6 r7 * r9"],
    ["* r6 r7 r8", "r10", "r6 r7 r8 * r10"],
    ["* b6 b7 b8", "y2 y3", "b6 b7 b8, * y2 y3"],
    ["* b4 k4 y4", "k11 k13", "b4 k4 y4, k11 * k13"],
    ["r2 k2 b2, r3 k3 b3, r4 k4 *", "b5", "r2 r3 r4, k2 k3 k4, b2 b3 * b5"],
    ["r6 * r8, r9 r10 r11", "r4 r5 b9 b10", "r4 r5 r6, r8 r9 r10 r11, * b9 b10"],
];

pub(super) fn pages(context: &Context<'_>) -> Html {
    let texts = &context.texts.rules;
    let sections = [
        (&texts.start, before(context)),
        (&texts.turn, turn(context)),
        (&texts.joker, jokers(context)),
        (&texts.time, time(context)),
        (&texts.score, scores(context)),
    ];
    let sections = sections.into_iter().filter(|(_, points)| !points.is_empty()).map(|(title, points)| {
        let points = points.into_iter().map(|point| html!("<li>{}</li>", point));
        html!("<h2>{}</h2><ul>{}</ul>", title, points.collect::<Html>())
    });
    let examples = EXAMPLES.iter().zip(&texts.example_texts).zip(1u32..).map(|(([table, rack, result], text), at)| {
        html!(
            "<div class=\"example\"><b class=\"plate\">{}</b><div><p>{}</p><div class=\"boards\">\
             <div><small>{}</small>{}</div><div><small>{}</small>{}</div><div><small>{}</small>{}</div></div></div></div>",
            at,
            text,
            texts.on_table,
            tiles(table),
            texts.from_rack,
            tiles(rack),
            texts.result,
            tiles(result)
        )
    });
    html!(
        "<section class=\"page flow prose rules\">{}{}</section><section class=\"page flow prose rules\">\
         <header class=\"head\"><h1>{}</h1></header>{}</section>",
        context.head(&texts.title, None),
        sections.collect::<Html>(),
        texts.examples,
        examples.collect::<Html>()
    )
}

fn before(context: &Context<'_>) -> Vec<String> {
    let texts = &context.texts.rules;
    let draw = match context.tournament.settings().drawn_joker {
        DrawnJoker::Again => &texts.draw,
        DrawnJoker::Highest => &texts.draw_joker_highest,
    };
    let mut points = vec![draw.clone()];
    points.extend(texts.start_points.iter().cloned());
    match context.tournament.rules().numbers().map(|rules| rules.new_deal) {
        Some(NewDeal::BeforeAPlay) => points.push(texts.redeal.clone()),
        Some(NewDeal::BeforeOwnTurn) => points.push(texts.redeal_own_turn.clone()),
        Some(NewDeal::No) | None => {}
    }
    if let Some(times) = context.tournament.settings().redeals {
        points.push(fill(&texts.redeal_limit, &[("times", times.into())]));
    }
    points
}

fn turn(context: &Context<'_>) -> Vec<String> {
    let texts = &context.texts.rules;
    let mut points = Vec::new();
    if let Some(rules) = context.tournament.rules().numbers().filter(|rules| rules.must_open()) {
        let text = match rules.opening_sets {
            OpeningSets::Any => &texts.opening,
            OpeningSets::One => &texts.opening_one,
        };
        points.push(fill(text, &[("points", rules.opening_points.into())]));
    }
    points.extend(texts.turn_points.iter().cloned());
    points
}

fn jokers(context: &Context<'_>) -> Vec<String> {
    let texts = &context.texts.rules;
    let mut points = texts.joker_points.clone();
    if context.tournament.rules().numbers().is_some_and(|rules| rules.joker_moves == JokerMoves::AnotherSet) {
        points.push(texts.joker_another.clone());
    }
    points
}

fn time(context: &Context<'_>) -> Vec<String> {
    let texts = &context.texts.rules;
    let rules = context.tournament.rules();
    let Some(seconds) = rules.turn_seconds else { return Vec::new() };
    let tiles = u32::from(rules.time_up.invalid);
    let mut points =
        vec![fill(&texts.time_limit, &[("seconds", seconds.into())]), fill(&texts.time_up, &[("tiles", tiles.into())])];
    if rules.unrestorable == Unrestorable::DrawAsMany {
        points.push(texts.unrestorable.clone());
    }
    points
}

fn scores(context: &Context<'_>) -> Vec<String> {
    let texts = &context.texts.rules;
    let rules = context.tournament.rules();
    let joker: [(&str, Value); 1] = [("joker", rules.joker_left.into())];
    let mut points: Vec<String> = texts.score_points.iter().map(|point| fill(point, &joker)).collect();
    if rules.numbers().is_some_and(|numbers| numbers.unopened != Unopened::RackSum) {
        points.push(texts.unopened.clone());
    }
    points.push(match rules.pool_empty {
        PoolEmpty::End => texts.pool_empty.clone(),
        PoolEmpty::Pass | PoolEmpty::MustPlay | PoolEmpty::LastTurn => texts.pool_pass.clone(),
    });
    match context.tournament.settings().time_up {
        TimeUp::FinishCircuit => points.push(texts.time_called.clone()),
        TimeUp::PlayOn => {}
    }
    match context.tournament.settings().unopened_wins {
        UnopenedWins::Allowed => {}
        UnopenedWins::Never => points.push(texts.only_opened_win.clone()),
    }
    points
}
