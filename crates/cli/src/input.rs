//! Lines of a file or of standard input; an invalid line does not prevent the others from being read.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;

use crate::failure::Failure;
use crate::json::Fault;

/// The maximum length of a line in bytes. A request has a few hundred; longer lines are refused before they fill the
/// memory.
const MAX_LINE_BYTES: usize = 1 << 20;

/// The maximum size of a file that is read as a whole, in bytes.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// The name of a file in messages; `-` is standard input.
pub(crate) fn name_of(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads a whole file as text; `-` is standard input.
pub(crate) fn read_text_or_stdin(path: &Path) -> Result<String, String> {
    if path.as_os_str() != "-" {
        return read_text(path);
    }
    let (name, mut bytes) = (name_of(path), Vec::new());
    io::stdin().take(MAX_FILE_BYTES).read_to_end(&mut bytes).map_err(|error| format!("{name}: {error}"))?;
    to_text(&name, bytes)
}

/// Reads a whole file as text.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    let name = path.display().to_string();
    // A device or a pipe may never end, and the files that are read here are small.
    match std::fs::metadata(path) {
        Ok(file) if !file.is_file() => return Err(format!("{name}: this is not a file")),
        Ok(file) if file.len() > MAX_FILE_BYTES => {
            return Err(format!("{name}: this file is larger than {MAX_FILE_BYTES} bytes"));
        }
        _ => {}
    }
    let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    to_text(&name, bytes)
}

/// Converts bytes to text; the error names the line that is not UTF-8.
pub(crate) fn to_text(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        format!("{name}, line {line}: this is not UTF-8 text; save it as UTF-8")
    })
}

/// One line of input.
pub(crate) struct Line {
    /// The line number, counted from 1.
    pub(crate) number: usize,
    /// The text; up to the fault if there is one.
    pub(crate) text: String,
    /// What is wrong with the line, if anything.
    pub(crate) fault: Option<Fault>,
    /// The number of input bytes up to the end of the line.
    pub(crate) end: u64,
}

/// The lines of a file or of standard input.
pub(crate) struct Lines {
    name: String,
    /// The number of bytes, if known.
    size: Option<u64>,
    reader: BufReader<Box<dyn Read + Send>>,
    number: usize,
    read: u64,
}

impl Lines {
    /// Opens a file; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Lines, Failure> {
        let name = name_of(path);
        let (size, reader): (Option<u64>, Box<dyn Read + Send>) = if path.as_os_str() == "-" {
            (None, Box::new(io::stdin()))
        } else {
            let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
            let size = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|file| file.len());
            (size, Box::new(file))
        };
        Ok(Lines { name, size, reader: BufReader::new(reader), number: 0, read: 0 })
    }

    /// The name of the input, for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether reading the next line may block.
    pub(crate) fn may_block(&self) -> bool {
        self.reader.buffer().is_empty()
    }

    /// The number of bytes to read; none if it is unknown, as for a pipe.
    pub(crate) const fn size(&self) -> Option<u64> {
        self.size
    }

    /// The next line that is not blank.
    pub(crate) fn next(&mut self) -> Result<Option<Line>, Failure> {
        while let Some((mut bytes, complete)) = self.next_bytes()? {
            self.number += 1;
            if self.number == 1 && bytes.starts_with(b"\xef\xbb\xbf") {
                bytes.drain(..3);
            }
            let (text, mut fault) = match String::from_utf8(bytes) {
                Ok(text) => (text, None),
                Err(error) => cut_at_fault(&error),
            };
            if !complete {
                fault = Some(Fault::new(format!("the line is longer than {MAX_LINE_BYTES} bytes")));
            }
            if fault.is_some() || !text.trim().is_empty() {
                return Ok(Some(Line { number: self.number, text, fault, end: self.read }));
            }
        }
        Ok(None)
    }

    /// The bytes of the next line without its line feed, and whether they are complete.
    fn next_bytes(&mut self) -> Result<Option<(Vec<u8>, bool)>, Failure> {
        let mut line = Vec::new();
        let (mut any, mut complete) = (false, true);
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::Input(format!("{}: {error}", self.name))),
            };
            if chunk.is_empty() {
                break;
            }
            any = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let used = end.unwrap_or(chunk.len());
            let room = MAX_LINE_BYTES.saturating_sub(line.len());
            complete &= used <= room;
            line.extend_from_slice(&chunk[..used.min(room)]);
            let used = used + usize::from(end.is_some());
            self.reader.consume(used);
            self.read += used as u64;
            if end.is_some() {
                break;
            }
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(any.then_some((line, complete)))
    }
}

/// The text before the first byte that is not UTF-8, and a fault with the position of that byte.
fn cut_at_fault(error: &std::string::FromUtf8Error) -> (String, Option<Fault>) {
    let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let text = String::from_utf8_lossy(good).into_owned();
    let fault = Fault::at(text.chars().count() + 1, "this is not UTF-8 text".to_owned());
    (text, Some(fault))
}
