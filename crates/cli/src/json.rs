//! JSON requests, read field by field, so that every fault names its field and its column.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;
use trinta_core::edition::Value;
use trinta_core::{Layout, NotationError, TileSet, notation};

/// The maximum length of an error message in characters.
const MAX_MESSAGE_CHARS: usize = 600;

/// A fault of a request, and its position in the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    column: Option<usize>,
    text: String,
}

impl Fault {
    /// A fault of the whole line.
    pub(crate) const fn new(text: String) -> Fault {
        Fault { column: None, text }
    }

    /// A fault at a column, counted in characters from 1.
    pub(crate) const fn at(column: usize, text: String) -> Fault {
        Fault { column: Some(column), text }
    }

    /// The fault as a message about this line.
    pub(crate) fn on_line(&self, line: usize) -> String {
        let text = self.short();
        match self.column {
            Some(column) => format!("line {line}, column {column}: {text}"),
            None => format!("line {line}: {text}"),
        }
    }

    /// The fault as a message about a whole file, in which an object may take several lines.
    pub(crate) fn in_file(&self, name: &str, text: &str) -> String {
        let Some(column) = self.column else { return format!("{name}: {}", self.short()) };
        let before: String = text.chars().take(column - 1).collect();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
        format!("{name}, line {line}, column {column}: {}", self.short())
    }

    /// The message, shortened: it quotes the input, which may be as long as the line.
    fn short(&self) -> String {
        let cut = self.text.char_indices().nth(MAX_MESSAGE_CHARS).map(|(byte, _)| format!("{}…", &self.text[..byte]));
        cut.unwrap_or_else(|| self.text.clone())
    }
}

impl From<String> for Fault {
    fn from(text: String) -> Self {
        Fault::new(text)
    }
}

/// The fields of a JSON object.
#[derive(Debug, Clone)]
pub(crate) struct Fields<'a> {
    line: &'a str,
    path: String,
    entries: Vec<(String, &'a RawValue)>,
}

/// Collects the fields of an object in a list, so that the fields before a syntax error are known.
struct FieldVisitor<'v, 'a>(&'v mut Vec<(String, &'a RawValue)>);

impl<'a> DeserializeSeed<'a> for FieldVisitor<'_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for FieldVisitor<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key()? {
            self.0.push((name, map.next_value()?));
        }
        Ok(())
    }
}

impl<'a> Fields<'a> {
    /// Parses a line. The `id` is returned even if the line is invalid, provided that it comes before the fault.
    pub(crate) fn read(line: &'a str) -> (Option<&'a RawValue>, Result<Fields<'a>, Fault>) {
        let mut entries = Vec::new();
        let mut deserializer = serde_json::Deserializer::from_str(line);
        let read = FieldVisitor(&mut entries).deserialize(&mut deserializer).and_then(|()| deserializer.end());
        let id = entries.iter().find(|(name, _)| name == "id").map(|(_, value)| *value);
        let fields = match read {
            Ok(()) => Ok(Fields { line, path: String::new(), entries }),
            Err(error) => Err(not_an_object(line, &error)),
        };
        (id, fields)
    }

    /// Refuses fields that are not among these, and fields given twice.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), Fault> {
        for (index, (name, value)) in self.entries.iter().enumerate() {
            let field = self.field(name, value);
            if !known.contains(&name.as_str()) {
                return Err(field.fault(&format!("there is no such field; there are {}", known.join(", "))));
            }
            if self.entries[..index].iter().any(|(other, _)| other == name) {
                return Err(field.fault("this field is given twice"));
            }
        }
        Ok(())
    }

    /// A field, unless it is left out or null.
    pub(crate) fn get(&self, name: &str) -> Option<Field<'a>> {
        let (name, value) = self.entries.iter().find(|(known, value)| known == name && value.get() != "null")?;
        Some(self.field(name, value))
    }

    /// A field that must be there.
    pub(crate) fn need(&self, name: &str) -> Result<Field<'a>, Fault> {
        self.get(name).ok_or_else(|| Fault::new(format!("{}{name} is missing", self.path)))
    }

    /// Every field with its name.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, Field<'a>)> {
        self.entries.iter().map(|(name, value)| (name.as_str(), self.field(name, value)))
    }

    fn field(&self, name: &str, value: &'a RawValue) -> Field<'a> {
        Field { line: self.line, path: format!("{}{name}", self.path), raw: value.get() }
    }
}

fn not_an_object(line: &str, error: &serde_json::Error) -> Fault {
    let text = error.to_string();
    let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
    let text = match error.classify() {
        Category::Data => "a request is a JSON object, such as {\"id\":1, …}".to_owned(),
        _ => format!("this is not JSON: {reason}"),
    };
    let lines_before = line.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    Fault::at(column_at(line, lines_before + error.column().saturating_sub(1)), text)
}

/// The column of a byte, counted in characters from 1.
fn column_at(line: &str, byte: usize) -> usize {
    line.char_indices().take_while(|(index, _)| *index < byte).count() + 1
}

/// The unparsed value of a field.
#[derive(Debug, Clone)]
pub(crate) struct Field<'a> {
    line: &'a str,
    path: String,
    raw: &'a str,
}

impl<'a> Field<'a> {
    /// A fault of this field.
    pub(crate) fn fault(&self, text: &str) -> Fault {
        Fault::at(self.column(), format!("{}: {text}", self.path))
    }

    fn column(&self) -> usize {
        // The value is a slice of its line, so the distance of the pointers is its offset in the line.
        column_at(self.line, (self.raw.as_ptr() as usize).saturating_sub(self.line.as_ptr() as usize))
    }

    fn read<T: Deserialize<'a>>(&self, wanted: &str) -> Result<T, Fault> {
        serde_json::from_str(self.raw).map_err(|_| self.wrong_type(wanted))
    }

    fn wrong_type(&self, wanted: &str) -> Fault {
        let found = match self.raw.as_bytes().first() {
            Some(b'"') => "a text",
            Some(b'[') => "a list",
            Some(b'{') => "an object",
            Some(b't' | b'f') => "true or false",
            Some(b'n') => "null",
            _ => self.raw,
        };
        self.fault(&format!("expected {wanted}, not {found}"))
    }

    /// A text.
    pub(crate) fn text(&self) -> Result<String, Fault> {
        self.read("a text in quotes")
    }

    /// One of several words.
    pub(crate) fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, Fault> {
        let text = self.text()?;
        let found = choices.iter().find(|(word, _)| *word == text);
        found.map(|(_, choice)| *choice).ok_or_else(|| {
            let words = choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" or ");
            self.fault(&format!("`{text}` is not {words}"))
        })
    }

    /// A boolean.
    pub(crate) fn boolean(&self) -> Result<bool, Fault> {
        self.read("true or false")
    }

    /// A non-negative integer.
    pub(crate) fn count<T: Deserialize<'a>>(&self) -> Result<T, Fault> {
        self.read("a whole number")
    }

    /// The value of a setting.
    pub(crate) fn setting(&self) -> Result<Value, Fault> {
        self.read("a whole number or a text in quotes")
    }

    /// A text, or an integer converted to a text.
    pub(crate) fn text_or_number(&self) -> Result<String, Fault> {
        Ok(match self.setting()? {
            Value::Text(text) => text,
            Value::Number(number) => number.to_string(),
        })
    }

    /// A list.
    pub(crate) fn list(&self) -> Result<Vec<Field<'a>>, Fault> {
        let values: Vec<&'a RawValue> = self.read("a list in [ ]")?;
        let entry = |(index, value): (usize, &'a RawValue)| Field {
            line: self.line,
            path: format!("{}[{index}]", self.path),
            raw: value.get(),
        };
        Ok(values.into_iter().enumerate().map(entry).collect())
    }

    /// An object.
    pub(crate) fn fields(&self) -> Result<Fields<'a>, Fault> {
        let mut entries = Vec::new();
        let mut deserializer = serde_json::Deserializer::from_str(self.raw);
        match FieldVisitor(&mut entries).deserialize(&mut deserializer) {
            Ok(()) => Ok(Fields { line: self.line, path: format!("{}.", self.path), entries }),
            Err(_) => Err(self.wrong_type("an object in { }")),
        }
    }

    /// A text in the notation of tiles.
    pub(crate) fn tiles<T: FromStr<Err = NotationError>>(&self) -> Result<T, Fault> {
        self.text()?.parse().map_err(|error| self.notation_fault(&error))
    }

    /// A table: a list of sets.
    pub(crate) fn table(&self) -> Result<Layout, Fault> {
        let mut layout = Layout::new();
        for set in self.list()? {
            let pieces = notation::read_set(&set.text()?).map_err(|error| set.notation_fault(&error))?;
            if layout.tile_count() + pieces.len() > TileSet::Large.size() {
                return Err(set.fault("more tiles than any box has"));
            }
            layout.push(pieces);
        }
        Ok(layout)
    }

    fn notation_fault(&self, error: &NotationError) -> Fault {
        // With an escape, columns of the line and of the text differ, so the column of the whole value is used.
        let inside = if self.raw.contains('\\') { 0 } else { error.column };
        Fault::at(self.column() + inside, format!("{}: {}", self.path, error.fault))
    }
}
