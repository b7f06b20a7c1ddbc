//! The verdict for people.

use std::io::{self, Write};

use trinta_core::{Layout, PlayError};

use crate::check::request::{CheckRequest, Verdict};
use crate::output::{BAD, GOOD, QUIET, paint, paint_tiles};

/// Writes the verdict, and the table it is about.
pub(super) fn write(out: &mut impl Write, request: &CheckRequest, verdict: &Verdict) -> io::Result<()> {
    match verdict {
        Verdict::Legal { play, value, put_in_order } => {
            let played = play.placed.to_string();
            write!(out, "{} {} from the rack, value {value}", paint(GOOD, "Legal."), paint_tiles(&played))?;
            match play.opening {
                Some(points) => writeln!(out, "; an opening of {points}.")?,
                None => writeln!(out, ".")?,
            }
            if *put_in_order {
                writeln!(out, "Sets were sorted, or jokers read differently than laid:")?;
            }
            write_table(out, &play.table.to_string(), |_| false)
        }
        Verdict::Illegal(error) => write_faults(out, &request.after, error),
    }
}

fn write_faults(out: &mut impl Write, after: &Layout, error: &PlayError) -> io::Result<()> {
    writeln!(out, "{}", paint(BAD, "Not legal:"))?;
    for fault in &error.faults {
        writeln!(out, "  - {fault}")?;
    }
    write_table(out, &after.to_string(), |set| error.faults.iter().any(|fault| fault.set() == Some(set)))
}

/// One set per line, numbered as in the faults; sets with a fault are marked.
fn write_table(out: &mut impl Write, table: &str, marked: impl Fn(usize) -> bool) -> io::Result<()> {
    for (set, text) in table.split(" | ").filter(|text| !text.is_empty()).enumerate() {
        let mark = if marked(set) { paint(BAD, ">") } else { " ".to_owned() };
        writeln!(out, "{mark} {} {}", paint(QUIET, format!("{:>2}", set + 1)), paint_tiles(text))?;
    }
    Ok(())
}
