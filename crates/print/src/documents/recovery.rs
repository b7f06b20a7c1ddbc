//! The recovery sheet: the code that opens the encrypted backups of a tournament.

use crate::context::Context;
use crate::html::{Html, html};

pub(crate) fn pages(context: &Context<'_>, code: &str) -> Html {
    let texts = &context.texts.recovery;
    let points = texts.points.iter().map(|point| html!("<li>{}</li>", point));
    html!(
        "<section class=\"page flow prose\">{}<p class=\"recovery\">{}</p><ol class=\"points\">{}</ol></section>",
        context.head(&texts.title, Some(&html!("<p class=\"keys\">{}</p>", texts.lead))),
        code,
        points.collect::<Html>()
    )
}
