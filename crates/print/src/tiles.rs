//! Number tiles, drawn for paper: colour, and a shape for each colour, so that a black-and-white print can be read.

use crate::html::{Html, html};

/// The tiles of a notation such as `b1 b2 * b4`; several sets are separated by a comma.
pub(crate) fn tiles(notation: &str) -> Html {
    let sets = notation.split(',').map(|set| {
        let tiles: Html = set.split_whitespace().map(tile).collect();
        html!("<span class=\"set\">{}</span>", tiles)
    });
    html!("<span class=\"tiles\">{}</span>", sets.collect::<Html>())
}

fn tile(text: &str) -> Html {
    let Some(colour) = text.chars().next().filter(|colour| *colour != '*') else {
        return html!("<span class=\"tile\"><b>★</b></span>");
    };
    let shape = match colour {
        'r' => html!("<path d=\"M10 1.6 18.4 10 10 18.4 1.6 10Z\"/>"),
        'b' => html!("<rect x=\"3.4\" y=\"3.4\" width=\"13.2\" height=\"13.2\" rx=\"2\"/>"),
        'y' => html!("<path d=\"M10 2.2 18.6 17.4H1.4Z\"/>"),
        _ => html!("<circle cx=\"10\" cy=\"10\" r=\"7.2\"/>"),
    };
    let number = &text[colour.len_utf8()..];
    html!(
        "<span class=\"tile {}\"><b>{}</b><svg viewBox=\"0 0 20 20\">{}</svg></span>",
        colour.to_string(),
        number,
        shape
    )
}
