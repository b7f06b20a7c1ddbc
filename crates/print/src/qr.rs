//! QR codes as SVG.

use std::fmt::Write as _;

use qrcode::{Color, EcLevel, QrCode};

use crate::html::{Html, html};

/// The white margin that readers need, in modules.
const QUIET: usize = 4;

/// A QR code of a text; none if the text is too long for one, which no checked address is.
pub(crate) fn qr(text: &str) -> Option<Html> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let width = code.width();
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                let length = run.len();
                // Writing to a string can't fail.
                let _ = write!(path, "M{} {}h{length}v1h-{length}z", x + QUIET, y + QUIET);
            }
            x += run.len();
        }
    }
    let size = width + 2 * QUIET;
    Some(html!(
        "<svg class=\"qr\" viewBox=\"0 0 {} {}\" shape-rendering=\"crispEdges\" role=\"img\" aria-label=\"{}\">\
         <path d=\"{}\"/></svg>",
        size,
        size,
        text,
        path
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dark_module_is_drawn_once() {
        let text = "http://10.0.0.7:3930/c#K7X-4MN-QAF";
        let svg = qr(text).unwrap().into_string();
        let runs = svg.split("h").skip(1).filter_map(|rest| rest.split_once('v')?.0.parse::<usize>().ok());
        let code = QrCode::with_error_correction_level(text, EcLevel::M).unwrap();
        assert_eq!(runs.sum::<usize>(), code.to_colors().iter().filter(|color| **color == Color::Dark).count());
        assert!(qr(&"x".repeat(5000)).is_none());
    }
}
