//! Many questions: one JSON object a line in, one a line out, in order.

use std::io::{self, BufWriter, Write as _};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::failure::{BAD_INPUT, Failure, complain};
use crate::input::{Line, Lines};
use crate::json::{Fault, Fields};
use crate::output::write_json;

/// An answer behind the id of its question.
#[derive(Serialize)]
pub(crate) struct Answer<'a, T: Serialize> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    answer: T,
}

impl<T: Serialize> Answer<'_, T> {
    /// The answer to a question that has no id.
    pub(crate) const fn nameless(answer: T) -> Self {
        Answer { id: None, answer }
    }
}

#[derive(Serialize)]
struct Refusal {
    error: String,
}

/// Answers one line as JSON, and says whether it could be read.
fn answer_line<A: Serialize>(
    out: &mut impl io::Write,
    line: Line,
    answer: impl FnOnce(&Fields<'_>) -> Result<A, Fault>,
) -> io::Result<bool> {
    let (id, fields) = Fields::read(&line.text);
    let fields = line.fault.map_or(fields, Err);
    match fields.and_then(|fields| answer(&fields)) {
        Ok(answer) => write_json(out, &Answer { id, answer }).map(|()| true),
        Err(fault) => {
            let error = fault.on_line(line.number);
            write_json(out, &Answer { id, answer: Refusal { error } }).map(|()| false)
        }
    }
}

/// The answer to one line of text, with its line end.
pub(crate) fn answer_text<A: Serialize>(
    text: &str,
    answer: impl FnOnce(&Fields<'_>) -> Result<A, Fault>,
) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    answer_line(&mut out, Line { number: 1, text: text.to_owned(), fault: None }, answer)?;
    Ok(out)
}

/// Answers every line of a file. A line that can't be read gets its error as an answer, and the rest goes on.
pub(crate) fn run<A: Serialize>(
    path: &Path,
    mut answer: impl FnMut(&Fields<'_>) -> Result<A, Fault>,
) -> Result<ExitCode, Failure> {
    let mut lines = Lines::open(path)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut answered, mut first_refused, mut refused) = (0_usize, 0, 0_usize);
    while let Some(line) = lines.next()? {
        answered += 1;
        let number = line.number;
        if !answer_line(&mut out, line, &mut answer)? {
            refused += 1;
            first_refused = if refused == 1 { number } else { first_refused };
        }
        // Another program may be waiting for this answer before it asks on.
        if lines.may_wait() {
            out.flush()?;
        }
    }
    out.flush()?;
    if refused == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let name = lines.name();
    complain(&format!(
        "{name}: {refused} of {answered} questions could not be read, the first on line {first_refused}; \
         their answers say why"
    ));
    Ok(ExitCode::from(BAD_INPUT))
}
