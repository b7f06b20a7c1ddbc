//! JSON lines: one request per line in, one response per line out, in the same order.

mod args;
mod workers;

use std::io::{self, BufWriter, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::failure::{BAD_INPUT, Failure, print_error};
use crate::input::{Line, Lines};
use crate::json::{Fault, Fields};
use crate::output::write_json;
use crate::progress::Progress;

pub(crate) use args::ManyArgs;

/// Buffered responses are flushed if the next one takes longer than this.
const FLUSH_AFTER: Duration = Duration::from_millis(20);

/// A response with the id of its request.
#[derive(Serialize)]
pub(crate) struct Response<'a, T: Serialize> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    answer: T,
}

impl<T: Serialize> Response<'_, T> {
    /// The response to a request without an id.
    pub(crate) const fn without_id(answer: T) -> Self {
        Response { id: None, answer }
    }
}

#[derive(Serialize)]
struct Refusal {
    error: String,
}

/// A response as a line of JSON.
struct ResponseLine {
    text: Vec<u8>,
    /// Whether the request was valid.
    valid: bool,
}

fn respond<A: Serialize>(line: Line, answer: impl FnOnce(&Fields<'_>) -> Result<A, Fault>) -> ResponseLine {
    let (id, fields) = Fields::read(&line.text);
    let fields = line.fault.map_or(fields, Err);
    let mut text = Vec::new();
    let answer = fields.and_then(|fields| answer(&fields));
    let valid = answer.is_ok();
    // Writing to memory can't fail.
    let _ = match answer {
        Ok(answer) => write_json(&mut text, &Response { id, answer }),
        Err(fault) => write_json(&mut text, &Response { id, answer: Refusal { error: fault.on_line(line.number) } }),
    };
    ResponseLine { text, valid }
}

/// The response to one line of text, with its line feed.
pub(crate) fn answer_text<A: Serialize>(text: &str, answer: impl FnOnce(&Fields<'_>) -> Result<A, Fault>) -> Vec<u8> {
    respond(Line { number: 1, text: text.to_owned(), fault: None, end: 0 }, answer).text
}

/// Responds to every line of a file in order, on several threads. An invalid line is answered with its error.
///
/// `new_worker` is called on each thread to create its own worker.
pub(crate) fn run<W, A>(
    many: &ManyArgs,
    new_worker: impl Fn() -> W + Send + Sync + 'static,
) -> Result<ExitCode, Failure>
where
    W: FnMut(&Fields<'_>) -> Result<A, Fault>,
    A: Serialize,
{
    let lines = Lines::open(many.jsonl.as_deref().unwrap_or(Path::new("-")))?;
    let name = lines.name().to_owned();
    let mut progress = Progress::beside_output(lines.size());
    let requests = workers::start(lines, many.threads(), move || {
        let mut answer = new_worker();
        move |line| respond(line, &mut answer)
    });
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut answered, mut first_refused, mut refused) = (0_usize, 0, 0_usize);
    while let Some(request) = next(&requests, &mut out)? {
        let request = request?;
        let line = request.line;
        let Some(response) = next(&request.response, &mut out)? else {
            // The message of the worker's panic is on standard error.
            panic!("{name}, line {line}: this is a bug; please report it with that line");
        };
        out.write_all(&response.text)?;
        answered += 1;
        if !response.valid {
            refused += 1;
            first_refused = if refused == 1 { line } else { first_refused };
        }
        if request.flush {
            out.flush()?;
        }
        if let Some(progress) = &mut progress {
            progress.show(answered, request.end);
        }
    }
    out.flush()?;
    drop(progress);
    if refused == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    print_error(&format!(
        "{name}: {refused} of {answered} requests are invalid, the first on line {first_refused}; \
         their responses say why"
    ));
    Ok(ExitCode::from(BAD_INPUT))
}

/// Receives the next item. If that takes a moment, the output is flushed first.
fn next<T>(from: &Receiver<T>, out: &mut impl io::Write) -> io::Result<Option<T>> {
    match from.recv_timeout(FLUSH_AFTER) {
        Ok(item) => Ok(Some(item)),
        Err(RecvTimeoutError::Disconnected) => Ok(None),
        Err(RecvTimeoutError::Timeout) => {
            out.flush()?;
            Ok(from.recv().ok())
        }
    }
}
