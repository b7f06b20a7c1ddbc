//! The report as text.

use std::fmt;

use crate::measure::{Report, Row};
use crate::times::Summary;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compared = self.classes.iter().any(|row| row.reference.is_some());
        writeln!(f, "Best play by {}; times in microseconds.\n", self.objective)?;
        if compared {
            writeln!(f, "{:<38}{:>9}{:<34}{:>11}{:<36}HiGHS / ours", "", "ours", "", "HiGHS", "")?;
        }
        write!(f, "{:<38}{:>9}{:>11}{:>11}{:>12}", "", "positions", "median", "p99", "max")?;
        if compared {
            write!(f, "{:>11}{:>11}{:>11}{:>12}{:>9}{:>9}", "positions", "median", "p99", "max", "median", "p99")?;
        }
        writeln!(f)?;
        self.classes.iter().try_for_each(|row| write_row(f, row))?;
        writeln!(f)?;
        if compared {
            writeln!(
                f,
                "HiGHS: positions it was timed on, in turn with ours; the last two columns say how many times"
            )?;
            writeln!(f, "longer it took on these.")?;
        }
        self.classes.iter().try_for_each(|row| write_remarks(f, row))?;
        match (self.memory.before, self.memory.ours) {
            (Some(before), Some(ours)) => {
                write!(f, "Memory: at most {} when ours had answered, {} before.", megabytes(ours), megabytes(before))
            }
            _ => write!(f, "Memory: this system does not tell."),
        }
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, row: &Row) -> fmt::Result {
    write!(f, "{:<38}{:>9}", row.class, row.ours.count)?;
    write_figures(f, &row.ours)?;
    if let Some(reference) = &row.reference {
        write!(f, "{:>11}", reference.times.count)?;
        write_figures(f, &reference.times)?;
        write!(f, "{:>9}{:>9}", ratio_text(reference.median_ratio), ratio_text(reference.p99_ratio))?;
    }
    writeln!(f)
}

fn write_figures(f: &mut fmt::Formatter<'_>, figures: &Summary) -> fmt::Result {
    write!(f, "{:>11}{:>11}{:>12}", grouped(figures.median), grouped(figures.p99), grouped(figures.max))
}

fn write_remarks(f: &mut fmt::Formatter<'_>, row: &Row) -> fmt::Result {
    if row.unproved > 0 {
        writeln!(f, "{}: {} answers of ours were not proved within the budget.", row.class, row.unproved)?;
    }
    if let Some(reference) = &row.reference {
        if reference.out_of_time > 0 {
            writeln!(f, "{}: HiGHS ran out of time {} times.", row.class, reference.out_of_time)?;
        }
        if reference.different > 0 {
            writeln!(f, "{}: {} answers DIFFER; `cargo xtask reference` shows them.", row.class, reference.different)?;
        }
    }
    Ok(())
}

/// A ratio, with a decimal digit if it is below 10.
fn ratio_text(ratio: f64) -> String {
    if ratio < 10.0 { format!("{ratio:.1}x") } else { format!("{}x", grouped(ratio)) }
}

/// A rounded number with thousands separators.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Comparison, Memory};

    #[test]
    fn a_report_has_all_figures() {
        let figures = |count, median| Summary { count, median, p99: 2000.0, max: 1_234_567.0 };
        let against = Comparison {
            times: figures(7, 580.0),
            out_of_time: 2,
            different: 1,
            median_ratio: 9.96,
            p99_ratio: 12345.6,
        };
        let row = Row {
            class: "game".to_owned(),
            ours: figures(9, 58.4),
            unproved: 3,
            slowest: String::new(),
            reference: Some(against),
        };
        let memory = Memory { before: Some(5_000_000), ours: Some(12_300_000) };
        let text = Report { objective: "tiles", classes: vec![row], memory }.to_string();
        for part in
            ["58", "1,234,567", "10.0x", "12,346x", "12.3 MB", "3 answers of ours", "2 times", "1 answers DIFFER"]
        {
            assert!(text.contains(part), "{part} in\n{text}");
        }
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!([0.4, 999.0, 1000.0, 1_234_567.0].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
