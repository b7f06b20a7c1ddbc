//! The themes: which meanings of WordNet each part is made of, and which parts
//! make a theme.
//!
//! A pruned meaning goes with everything below it. Meanings are pruned where a
//! whole branch is not what people think of under the theme; single words that
//! went astray are in the review lists (`theme-<part>.txt`), and so are words
//! whose fitting meaning WordNet ranks too low (`theme-<part>-added.txt`).

use std::collections::BTreeMap;
use std::path::Path;

use super::wordnet::{Nouns, Sense};
use super::{Words, review};

/// How common a meaning must be for the word to count.
const MAX_SENSE_RANK: usize = 2;

/// One subject, before the parts are joined to themes.
pub(super) struct Part {
    pub(super) name: &'static str,
    roots: &'static [Sense],
    pruned: &'static [Sense],
}

/// One shipped theme.
pub(super) struct Theme {
    pub(super) name: &'static str,
    parts: &'static [&'static str],
}

/// The shipped themes.
pub(super) const THEMES: [Theme; 8] = [
    Theme { name: "nature", parts: &["animals", "plants", "weather", "geography", "wildlife"] },
    Theme { name: "people", parts: &["body", "jobs", "family", "feelings"] },
    Theme { name: "home", parts: &["food", "clothes", "house", "tools"] },
    Theme { name: "animals", parts: &["animals"] },
    Theme { name: "plants", parts: &["plants"] },
    Theme { name: "food", parts: &["food"] },
    Theme { name: "leisure", parts: &["sport", "music", "vehicles"] },
    Theme { name: "body", parts: &["body"] },
];

/// The parts.
pub(super) const PARTS: [Part; 16] = [
    // Of words that are added alone: no meaning of WordNet holds just these.
    Part { name: "wildlife", roots: &[], pruned: &[] },
    Part {
        name: "animals",
        roots: &[("animal", 1)],
        pruned: &[
            // Early stages of the embryo: morula, gastrula.
            ("embryo", 2),
            // "A person or other animal that ...": stayer, darter, giant.
            ("darter", 2),
            ("stayer", 1),
            ("giant", 1),
            ("stunt", 2),
            ("captive", 2),
        ],
    },
    Part {
        name: "plants",
        roots: &[
            ("plant", 2),
            ("plant_part", 1),
            ("vegetation", 1),
            // Not plants to WordNet, but to everybody else.
            ("fungus", 1),
            ("bryophyte", 1),
            ("alga", 1),
        ],
        // Tissue of nerves, listed under tissue of plants by mistake.
        pruned: &[("interstitial_tissue", 1)],
    },
    Part { name: "weather", roots: &[("weather", 1), ("atmospheric_phenomenon", 1)], pruned: &[] },
    Part {
        name: "geography",
        roots: &[
            ("geological_formation", 1),
            ("body_of_water", 1),
            ("land", 4),
            ("biome", 1),
            ("tract", 1),
            ("rock", 1),
            ("port", 1),
        ],
        pruned: &[
            // Stones of the gall and kidney.
            ("calculus", 1),
            // Tracts that people laid out: cemeteries, courts, yards, squares.
            ("site", 1),
            ("playing_field", 2),
            ("yard", 2),
            ("yard", 3),
            ("public_square", 1),
            ("vacant_lot", 1),
        ],
    },
    Part {
        name: "body",
        roots: &[("body_part", 1), ("body_covering", 1), ("body_substance", 1), ("body", 1)],
        // Thorns and awns: body parts to a botanist only.
        pruned: &[("plant_process", 1)],
    },
    Part {
        name: "jobs",
        roots: &[
            ("worker", 1),
            ("professional", 1),
            ("creator", 2),
            ("official", 1),
            ("writer", 1),
            ("performer", 1),
            ("policeman", 1),
            ("scientist", 1),
            ("engineer", 1),
            ("businessperson", 1),
            ("clergyman", 1),
        ],
        pruned: &[
            // Nothing for a table with children.
            ("stripper", 3),
            // Decoys and shills, underlings and cogs, beginners and movers.
            ("accomplice", 1),
            ("subordinate", 1),
            ("originator", 1),
        ],
    },
    Part { name: "family", roots: &[("relative", 1), ("family", 1), ("child", 1)], pruned: &[] },
    Part {
        name: "feelings",
        roots: &[("feeling", 1)],
        pruned: &[
            // Nothing for a table with children.
            ("sexual_desire", 1),
            ("sexual_pleasure", 1),
        ],
    },
    Part {
        name: "food",
        roots: &[("food", 1), ("food", 2), ("meal", 1), ("ingredient", 3)],
        pruned: &[
            // Chemistry, and what cattle and laboratories are fed.
            ("vitamin", 1),
            ("culture_medium", 1),
            ("feed", 1),
        ],
    },
    Part {
        name: "clothes",
        roots: &[("clothing", 1), ("footwear", 2), ("jewelry", 1), ("fabric", 1)],
        // Sails are pieces of cloth.
        pruned: &[("sail", 1)],
    },
    Part {
        name: "house",
        roots: &[
            ("room", 1),
            ("furnishing", 2),
            ("dwelling", 1),
            ("home_appliance", 1),
            ("bedclothes", 1),
            ("tableware", 1),
            ("vessel", 3),
        ],
        pruned: &[
            // Rooms, but not of a house: dungeons, cockpits, booths, courts, bars.
            ("cell", 7),
            ("compartment", 2),
            ("closet", 4),
            ("court", 2),
            ("barroom", 1),
            // Abbeys and convents.
            ("residence", 2),
        ],
    },
    Part {
        name: "tools",
        roots: &[("implement", 1)],
        pruned: &[
            // Levers, rails and bolts; axles and masts; clubs and crutches; reins;
            // weapons; rackets: implements to WordNet, no tools of a household.
            ("bar", 3),
            ("rod", 1),
            ("stick", 1),
            ("leather_strip", 1),
            ("spear", 2),
            ("sports_implement", 1),
        ],
    },
    Part {
        name: "sport",
        roots: &[
            ("sport", 1),
            ("game", 1),
            ("game", 3),
            ("sports_equipment", 1),
            ("game_equipment", 1),
            ("athlete", 1),
            ("player", 1),
        ],
        pruned: &[],
    },
    Part {
        name: "music",
        roots: &[
            ("music", 1),
            ("musical_instrument", 1),
            ("musician", 1),
            ("musical_organization", 1),
            ("dancing", 1),
            ("musical_notation", 1),
        ],
        pruned: &[
            // Parts of any composition, laws and contracts among them.
            ("section", 1),
            // Nothing for a table with children.
            ("nude_dancing", 1),
        ],
    },
    Part { name: "vehicles", roots: &[("vehicle", 1)], pruned: &[] },
];

impl Part {
    /// The words of this part that are in the list, as the review lists say and
    /// with their plurals. Removing a singular removes its plural too.
    pub(super) fn words(&self, nouns: &Nouns, list: &Words, review: &Path) -> Result<Words, String> {
        let file = format!("theme-{}.txt", self.name);
        let removed = review::read(&review.join(&file))?;
        let found: Words = nouns
            .below(self.roots, self.pruned, MAX_SENSE_RANK)
            .map_err(|problem| format!("theme {}: {problem}", self.name))?
            .into_iter()
            .filter(|&word| list.contains(word))
            .map(str::to_owned)
            .collect();
        let mut words: Words = found.difference(&removed).cloned().collect();
        self.add(&mut words, list, review)?;
        let plurals: Words = words.iter().flat_map(|word| nouns.plurals(word, list)).collect();
        words.extend(plurals);
        // Once more: some astray words are plurals, and another word's plural
        // must not bring a removed word back.
        for word in &removed {
            if !words.remove(word) && !found.contains(word) {
                return Err(review::useless_line_error(&file, word));
            }
        }
        Ok(words)
    }

    /// Adds the words of the second review list; each must be a word of the
    /// list and not there yet, or the line is of no use.
    fn add(&self, words: &mut Words, list: &Words, review: &Path) -> Result<(), String> {
        let file = format!("theme-{}-added.txt", self.name);
        for word in review::read(&review.join(&file))? {
            if !list.contains(&word) {
                return Err(format!("{file}: \"{word}\" is not in the standard list"));
            }
            if let Some(known) = words.replace(word) {
                return Err(format!("{file}: \"{known}\" is in the theme anyway; take it out"));
            }
        }
        Ok(())
    }
}

impl Theme {
    /// The words of all parts.
    pub(super) fn words(&self, parts: &BTreeMap<&str, Words>) -> Result<Words, String> {
        let mut words = Words::new();
        for part in self.parts {
            let found = parts.get(part).ok_or_else(|| format!("theme {}: no part {part}", self.name))?;
            words.extend(found.iter().cloned());
        }
        Ok(words)
    }
}
