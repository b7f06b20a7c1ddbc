//! Columns that line up, also with characters that are two columns wide, as Chinese ones are.

use std::io;

use anstyle::Style;
use unicode_width::UnicodeWidthStr as _;

use crate::output::{QUIET, paint};

/// Where the text of a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// A table of text with a heading.
#[derive(Debug)]
pub(super) struct Grid {
    columns: Vec<(&'static str, Align)>,
    rows: Vec<Row>,
}

#[derive(Debug)]
enum Row {
    Cells(Style, Vec<String>),
    /// A line across the grid.
    Rule,
}

impl Grid {
    pub(super) const fn new(columns: Vec<(&'static str, Align)>) -> Grid {
        Grid { columns, rows: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.styled_row(Style::new(), cells);
    }

    pub(super) fn styled_row(&mut self, style: Style, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push(Row::Cells(style, cells.into_iter().map(|cell| printable(&cell)).collect()));
    }

    pub(super) fn rule(&mut self) {
        self.rows.push(Row::Rule);
    }

    /// Writes the heading and the rows; a column without any text is left out.
    pub(super) fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        let cells = |column: usize| {
            self.rows.iter().filter_map(move |row| match row {
                Row::Cells(_, cells) => cells.get(column),
                Row::Rule => None,
            })
        };
        let shown: Vec<(usize, usize)> = (0..self.columns.len())
            .filter(|&column| cells(column).any(|cell| !cell.is_empty()))
            .map(|column| {
                let widest = cells(column).map(|cell| cell.width()).max().unwrap_or(0);
                (column, widest.max(self.columns[column].0.width()))
            })
            .collect();
        let line = |text: &dyn Fn(usize) -> String| {
            let cell = |&(column, width): &(usize, usize)| pad(&text(column), width, self.columns[column].1);
            shown.iter().map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        if self.columns.iter().any(|(heading, _)| !heading.is_empty()) {
            writeln!(out, "{}", paint(QUIET, line(&|column| self.columns[column].0.to_owned())))?;
        }
        for row in &self.rows {
            match row {
                Row::Cells(style, cells) => writeln!(out, "{}", paint(*style, line(&|column| cells[column].clone())))?,
                Row::Rule => {
                    let width = shown.iter().map(|(_, width)| width + 2).sum::<usize>().saturating_sub(2);
                    writeln!(out, "{}", paint(QUIET, "-".repeat(width)))?;
                }
            }
        }
        Ok(())
    }
}

fn pad(text: &str, width: usize, align: Align) -> String {
    let gap = " ".repeat(width.saturating_sub(text.width()));
    match align {
        Align::Left => format!("{text}{gap}"),
        Align::Right => format!("{gap}{text}"),
    }
}

/// Text without control characters, which could move the cursor or change colours.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns_and_empty_columns_none() {
        let columns = vec![("name", Align::Left), ("school", Align::Left), ("sum", Align::Right)];
        let mut grid = Grid::new(columns);
        grid.row(vec!["陳大文".into(), String::new(), "7".into()]);
        grid.rule();
        grid.row(vec!["Zoë".into(), String::new(), "12".into()]);
        grid.row(vec!["a\u{1b}[2J".into(), String::new(), String::new()]);
        let mut out = Vec::new();
        grid.write(&mut anstream::StripStream::new(&mut out)).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "name    sum\n陳大文    7\n-----------\nZoë      12\na\u{fffd}[2J\n"
        );
    }
}
