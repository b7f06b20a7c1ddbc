//! Dates, times and scores as people read them.

use trinta_tournament::{Date, HallTime};

use crate::texts::{Texts, fill};

/// A day in words (A01).
pub(crate) fn date(texts: &Texts, date: Date) -> String {
    let calendar = &texts.calendar;
    let weekday = calendar.weekdays[usize::from(date.weekday()) - 1].as_str();
    let month = calendar.months[usize::from(date.month()) - 1].as_str();
    let (year, day) = (u32::from(date.year()), u32::from(date.day()));
    fill(
        &calendar.date,
        &[("weekday", weekday.into()), ("month", month.into()), ("year", year.into()), ("day", day.into())],
    )
}

/// A time of day to the minute, such as 9:50.
pub(crate) fn time(time: HallTime) -> String {
    let text = time.to_string();
    let minutes = text.get(..5).unwrap_or(&text);
    minutes.strip_prefix('0').unwrap_or(minutes).to_owned()
}

/// An exact fraction such as `-10/3` as a signed mixed number: −3⅓. Zero has no sign.
pub(crate) fn signed(exact: &str) -> String {
    let text = unsigned(exact.trim_start_matches('-'));
    match (exact.starts_with('-'), text.as_str()) {
        (_, "0") => text,
        (true, _) => format!("−{text}"),
        (false, _) => format!("+{text}"),
    }
}

/// An exact fraction without a sign as a mixed number.
pub(crate) fn unsigned(exact: &str) -> String {
    let fraction = exact.split_once('/').and_then(|(numerator, denominator)| {
        Some((numerator.parse::<u64>().ok()?, denominator.parse::<u64>().ok().filter(|divisor| *divisor > 0)?))
    });
    let Some((numerator, denominator)) = fraction else { return exact.to_owned() };
    let (whole, rest) = (numerator / denominator, numerator % denominator);
    let part = vulgar(rest, denominator);
    if whole == 0 { part } else { format!("{whole}{part}") }
}

fn vulgar(numerator: u64, denominator: u64) -> String {
    let glyph = match (numerator, denominator) {
        (1, 2) => "½",
        (1, 3) => "⅓",
        (2, 3) => "⅔",
        (1, 4) => "¼",
        (3, 4) => "¾",
        (1, 5) => "⅕",
        (2, 5) => "⅖",
        (3, 5) => "⅗",
        (4, 5) => "⅘",
        (1, 6) => "⅙",
        (5, 6) => "⅚",
        (1, 8) => "⅛",
        (3, 8) => "⅜",
        (5, 8) => "⅝",
        (7, 8) => "⅞",
        _ => return format!("{}⁄{}", digits(numerator, SUPERSCRIPT), digits(denominator, SUBSCRIPT)),
    };
    glyph.to_owned()
}

const SUPERSCRIPT: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
const SUBSCRIPT: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];

fn digits(number: u64, glyphs: [char; 10]) -> String {
    number.to_string().chars().filter_map(|digit| Some(glyphs[digit.to_digit(10)? as usize])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::texts::texts;

    #[test]
    fn a01_dates_have_their_weekday_in_every_language() {
        let day = "2017-01-18".parse().unwrap();
        let written = Language::ALL.map(|language| date(texts(language), day));
        assert_eq!(
            written,
            [
                "2017 年 1 月 18 日(星期三)",
                "2017年1月18日（星期三）",
                "quarta-feira, 18 de janeiro de 2017",
                "Wednesday, 18 January 2017"
            ]
        );
    }

    #[test]
    fn scores_are_signed_mixed_numbers() {
        let written = ["24", "-9", "15/2", "-10/3", "0", "1/2", "-1/7", "278/3", "161/12"].map(signed);
        assert_eq!(written, ["+24", "−9", "+7½", "−3⅓", "0", "+½", "−¹⁄₇", "+92⅔", "+13⁵⁄₁₂"]);
        assert_eq!(time("09:50".parse().unwrap()), "9:50");
        assert_eq!(time("12:05:30".parse().unwrap()), "12:05");
    }
}
