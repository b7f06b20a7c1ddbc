//! Lines of a file or of standard input, none of which can end the reading of the others.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;

use crate::failure::Failure;
use crate::json::Fault;

/// A question is a few hundred bytes; beyond this it is refused before it fills the memory.
const LONGEST: usize = 1 << 20;

/// The largest file that is read as a whole.
const LARGEST: u64 = 64 << 20;

/// What a file is called in messages; `-` is standard input.
pub(crate) fn name_of(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads a whole file as text; `-` is standard input.
pub(crate) fn read_text_or_stdin(path: &Path) -> Result<String, String> {
    if path.as_os_str() != "-" {
        return read_text(path);
    }
    let (name, mut bytes) = (name_of(path), Vec::new());
    io::stdin().take(LARGEST).read_to_end(&mut bytes).map_err(|error| format!("{name}: {error}"))?;
    to_text(&name, bytes)
}

/// Reads a whole file as text.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    let name = path.display().to_string();
    // A device or a pipe may never end, and no file of ours is large.
    match std::fs::metadata(path) {
        Ok(file) if !file.is_file() => return Err(format!("{name}: this is not a file")),
        Ok(file) if file.len() > LARGEST => return Err(format!("{name}: this file is larger than {LARGEST} bytes")),
        _ => {}
    }
    let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    to_text(&name, bytes)
}

/// Takes bytes as text, or says on which line they are not.
pub(crate) fn to_text(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        format!("{name}, line {line}: this is not UTF-8 text; save it as UTF-8")
    })
}

/// One line as read.
pub(crate) struct Line {
    /// Its number, counted from 1.
    pub(crate) number: usize,
    /// Its text; if it has a fault, as much as could be read.
    pub(crate) text: String,
    /// Why it can't be used, if so.
    pub(crate) fault: Option<Fault>,
    /// How many bytes of the input end with it.
    pub(crate) end: u64,
}

/// The lines of a file or of standard input.
pub(crate) struct Lines {
    name: String,
    /// How many bytes there are, if that is known.
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

    /// What is being read, for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether the next line may have to be waited for.
    pub(crate) fn may_wait(&self) -> bool {
        self.reader.buffer().is_empty()
    }

    /// How many bytes there are to read; none if nobody knows, as of a pipe.
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
                fault = Some(Fault::new(format!("the line is longer than {LONGEST} bytes; no question needs that")));
            }
            if fault.is_some() || !text.trim().is_empty() {
                return Ok(Some(Line { number: self.number, text, fault, end: self.read }));
            }
        }
        Ok(None)
    }

    /// The bytes of the next line without its end, and whether they are all of it.
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
            let room = LONGEST.saturating_sub(line.len());
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

/// The text before the first byte that is not UTF-8, and where that byte is.
fn cut_at_fault(error: &std::string::FromUtf8Error) -> (String, Option<Fault>) {
    let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let text = String::from_utf8_lossy(good).into_owned();
    let fault = Fault::at(text.chars().count() + 1, "this is not UTF-8 text".to_owned());
    (text, Some(fault))
}
