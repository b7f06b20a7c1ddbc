//! Serde for what is serialised as text in the notation, and for faults, which programs read by their code.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::fault::Fault;
use crate::game::Pool;
use crate::layout::{Layout, Table};
use crate::notation::{MAX_TILES, NotationFault, SetText, read_set, valid_set_text};
use crate::score::Score;
use crate::shuffle::Bytes32;
use crate::tile::Tile;
use crate::tiles::Tiles;

/// A type that is serialised as the text that it displays and parses.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Tile, Tiles, Pool, Score, Bytes32);

impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.sets().map(|set| SetText(set).to_string()))
    }
}

impl<'de> Deserialize<'de> for Layout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Layout, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        let mut layout = Layout::new();
        for (index, text) in texts.iter().enumerate() {
            let set = read_set(text).map_err(|fault| D::Error::custom(format!("set {}, {fault}", index + 1)))?;
            if layout.tile_count() + set.len() > MAX_TILES {
                return Err(D::Error::custom(NotationFault::TooMany(MAX_TILES)));
            }
            layout.push(set);
        }
        Ok(layout)
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.sets().map(valid_set_text))
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Table, D::Error> {
        Table::read(Layout::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for Fault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("fault", self.code())?;
        if let Some(set) = self.set() {
            map.serialize_entry("set", &set)?;
        }
        if let Fault::TableTouched { set: before } | Fault::JokerInFilledSet { before, .. } = self {
            map.serialize_entry("before", before)?;
        }
        map.serialize_entry("message", &self.to_string())?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_no_more_tiles_than_any_game() {
        let json = serde_json::to_string(&vec!["A"; 2000]).unwrap();
        assert!(serde_json::from_str::<Layout>(&json).unwrap_err().to_string().contains("more tiles"));
        assert!(serde_json::from_str::<Layout>("[\"\"]").unwrap_err().to_string().contains("set 1, column 1"));
    }
}
