//! Many questions: one JSON object a line in, one a line out, in order.

mod crew;
mod many;

use std::io::{self, BufWriter, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::failure::{BAD_INPUT, Failure, complain};
use crate::input::{Line, Lines};
use crate::json::{Fault, Fields};
use crate::output::write_json;
use crate::progress::Progress;

pub(crate) use many::ManyArgs;

/// How long an answer may lie around while the next one is not known.
const A_WHILE: Duration = Duration::from_millis(20);

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

/// The answer to a line, as a line.
struct AnswerLine {
    text: Vec<u8>,
    /// Whether the question could be read.
    readable: bool,
}

fn answer_line<A: Serialize>(line: Line, answer: impl FnOnce(&Fields<'_>) -> Result<A, Fault>) -> AnswerLine {
    let (id, fields) = Fields::read(&line.text);
    let fields = line.fault.map_or(fields, Err);
    let mut text = Vec::new();
    let answer = fields.and_then(|fields| answer(&fields));
    let readable = answer.is_ok();
    // Writing to memory can't fail.
    let _ = match answer {
        Ok(answer) => write_json(&mut text, &Answer { id, answer }),
        Err(fault) => write_json(&mut text, &Answer { id, answer: Refusal { error: fault.on_line(line.number) } }),
    };
    AnswerLine { text, readable }
}

/// The answer to one line of text, with its line end.
pub(crate) fn answer_text<A: Serialize>(text: &str, answer: impl FnOnce(&Fields<'_>) -> Result<A, Fault>) -> Vec<u8> {
    answer_line(Line { number: 1, text: text.to_owned(), fault: None, end: 0 }, answer).text
}

/// Answers every line of a file, in the order of the lines, on as many threads as are wanted. A line that can't be read
/// gets its error as an answer, and the rest goes on.
///
/// Each thread has a worker of its own, which `hire` makes there.
pub(crate) fn run<W, A>(many: &ManyArgs, hire: impl Fn() -> W + Send + Sync + 'static) -> Result<ExitCode, Failure>
where
    W: FnMut(&Fields<'_>) -> Result<A, Fault>,
    A: Serialize,
{
    let lines = Lines::open(many.jsonl.as_deref().unwrap_or(Path::new("-")))?;
    let name = lines.name().to_owned();
    let mut progress = Progress::beside_answers(lines.size());
    let asked = crew::start(lines, many.threads(), move || {
        let mut answer = hire();
        move |line| answer_line(line, &mut answer)
    });
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut answered, mut first_refused, mut refused) = (0_usize, 0, 0_usize);
    while let Some(question) = next(&asked, &mut out)? {
        let question = question?;
        let line = question.line;
        let Some(answer) = next(&question.answer, &mut out)? else {
            // The worker has told on standard error what happened to it.
            panic!("{name}, line {line}: a fault of this program; please report it with that line");
        };
        out.write_all(&answer.text)?;
        answered += 1;
        if !answer.readable {
            refused += 1;
            first_refused = if refused == 1 { line } else { first_refused };
        }
        if question.may_be_waited_for {
            out.flush()?;
        }
        if let Some(progress) = &mut progress {
            progress.show(answered, question.end);
        }
    }
    out.flush()?;
    drop(progress);
    if refused == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    complain(&format!(
        "{name}: {refused} of {answered} questions could not be read, the first on line {first_refused}; \
         their answers say why"
    ));
    Ok(ExitCode::from(BAD_INPUT))
}

/// Takes what comes next. When it takes a while, all that is known goes out first.
fn next<T>(from: &Receiver<T>, out: &mut impl io::Write) -> io::Result<Option<T>> {
    match from.recv_timeout(A_WHILE) {
        Ok(item) => Ok(Some(item)),
        Err(RecvTimeoutError::Disconnected) => Ok(None),
        Err(RecvTimeoutError::Timeout) => {
            out.flush()?;
            Ok(from.recv().ok())
        }
    }
}
