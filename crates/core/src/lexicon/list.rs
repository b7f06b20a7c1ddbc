//! One word list, shipped or a table's own.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::fmt::Write as _;
use std::sync::Arc;

use fst::{Set, SetBuilder, Streamer as _};
use sha2::{Digest as _, Sha256};

use super::table::{self, Former, Shipped};
use super::{LexiconError, Theme, Tier};

/// The shortest word the game knows (W3).
pub const MIN_LETTERS: usize = 3;

/// Words up to this length are looked up without an allocation. A game holds
/// 112 tiles, but no shipped word comes near 64 letters.
const STACK_LETTERS: usize = 64;

/// A set of words, each of three or more letters a to z.
///
/// Cloning is cheap: clones share the words. Two lists are equal when their
/// words are the same, whatever they are called.
///
/// ```
/// use trinta_core::lexicon::{Lexicon, Tier};
///
/// let large = Lexicon::shipped(Tier::Large);
/// assert!(large.contains("Disappear"));
/// assert!(!large.contains("ab"));
/// ```
#[derive(Clone)]
pub struct Lexicon(Arc<Inner>);

struct Inner {
    name: Cow<'static, str>,
    words: Set<Cow<'static, [u8]>>,
    sha256: Cow<'static, str>,
    ignored: usize,
}

impl Lexicon {
    /// A shipped word list.
    ///
    /// ```
    /// # use trinta_core::lexicon::{Lexicon, Tier};
    /// assert_eq!(Lexicon::shipped(Tier::Standard).name(), "standard");
    /// ```
    #[must_use]
    pub fn shipped(tier: Tier) -> Self {
        Self::open(tier.name(), table::tier(tier))
    }

    /// A shipped theme. Every word of it is also in [`Tier::Standard`].
    ///
    /// ```
    /// # use trinta_core::lexicon::{Lexicon, Theme};
    /// let plants = Lexicon::theme(Theme::Plants);
    /// assert!(plants.contains("oak") && plants.contains("oaks"));
    /// ```
    #[must_use]
    pub fn theme(theme: Theme) -> Self {
        Self::open(theme.name(), table::theme(theme))
    }

    /// A former version of a shipped list or theme, by the hash of its words, so that records of games played with it
    /// can be verified. The present version counts as well.
    ///
    /// ```
    /// # use trinta_core::lexicon::{Lexicon, Tier};
    /// let present = Lexicon::shipped(Tier::Everyday);
    /// let former = "b44a5c3659bc035f2fc43cf617e4fc81a79982e9844899219640a2905947c544";
    /// let former = Lexicon::version("everyday", former).unwrap();
    /// assert!(present.contains("laptop") && !former.contains("laptop"));
    /// assert_eq!(Lexicon::version("everyday", present.sha256()), Some(present));
    /// ```
    #[must_use]
    pub fn version(name: &str, sha256: &str) -> Option<Self> {
        let present = match name.parse::<Tier>() {
            Ok(tier) => Self::shipped(tier),
            Err(_) => Self::theme(name.parse().ok()?),
        };
        if present.sha256().eq_ignore_ascii_case(sha256) {
            return Some(present);
        }
        let named = |former: &&Former| former.name == present.name() && former.sha256.eq_ignore_ascii_case(sha256);
        let former = table::FORMERS.iter().find(named)?;
        let difference = Set::new(former.difference).ok()?;
        let mut merged = present.0.words.op().add(&difference).symmetric_difference();
        let mut builder = SetBuilder::memory();
        while let Some(word) = merged.next() {
            builder.insert(word).ok()?;
        }
        let words = Set::new(Cow::Owned(builder.into_inner().ok()?)).ok()?;
        let name = Cow::Borrowed(former.name);
        Some(Self(Arc::new(Inner { name, words, sha256: Cow::Borrowed(former.sha256), ignored: 0 })))
    }

    fn open(name: &'static str, shipped: &Shipped) -> Self {
        // The bytes are compiled in and a test opens each of them, so this
        // cannot fail in a build that passed its tests.
        let words = Set::new(Cow::Borrowed(shipped.bytes)).expect("a shipped word list opens");
        Self(Arc::new(Inner { name: Cow::Borrowed(name), words, sha256: Cow::Borrowed(shipped.sha256), ignored: 0 }))
    }

    /// A table's own list: one word a line.
    ///
    /// A byte order mark, CRLF line ends, spaces around a word, blank lines and
    /// lines that start with `#` are all right, and so are upper case, any
    /// order and repetitions. A line that is not one word of three or more
    /// letters a to z is left out and counted in [`Lexicon::ignored`].
    ///
    /// # Errors
    ///
    /// [`LexiconError::Empty`] if no usable word is left.
    ///
    /// ```
    /// # use trinta_core::lexicon::Lexicon;
    /// let own = Lexicon::from_text("club", "# ours\r\nZebra\r\nape\r\nna\u{ef}ve\r\nox\r\n")?;
    /// assert_eq!(own.words().collect::<Vec<_>>(), ["ape", "zebra"]);
    /// assert_eq!(own.ignored(), 2);
    /// # Ok::<(), trinta_core::lexicon::LexiconError>(())
    /// ```
    pub fn from_text(name: &str, text: &str) -> Result<Self, LexiconError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut words = BTreeSet::new();
        let mut ignored = 0;
        // A lone CR ends a line as well: some old editors still write it.
        for line in text.split(['\n', '\r']).map(str::trim) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            // ASCII lower case on purpose: Unicode's would turn the Kelvin
            // sign, for one, into a plain k.
            if line.len() >= MIN_LETTERS && line.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                words.insert(line.to_ascii_lowercase());
            } else {
                ignored += 1;
            }
        }
        if words.is_empty() {
            return Err(LexiconError::Empty { name: name.to_owned(), ignored });
        }
        let sha256 = digest(words.iter().map(String::as_bytes));
        let words = build_fst(&words)
            .map_err(|error| LexiconError::Unpackable { name: name.to_owned(), reason: error.to_string() })?;
        Ok(Self(Arc::new(Inner { name: Cow::Owned(name.to_owned()), words, sha256: Cow::Owned(sha256), ignored })))
    }

    /// What the list is called: the name of the tier or theme, or the name
    /// given to [`Lexicon::from_text`].
    ///
    /// ```
    /// # use trinta_core::lexicon::{Lexicon, Theme};
    /// assert_eq!(Lexicon::theme(Theme::Home).name(), "home");
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The number of words.
    ///
    /// ```
    /// # use trinta_core::lexicon::Lexicon;
    /// let own = Lexicon::from_text("own", "toy\ncape\ntoy\n")?;
    /// assert_eq!(own.len(), 2);
    /// # Ok::<(), trinta_core::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.words.len()
    }

    /// Whether the list holds no word. It never does: an empty list is refused
    /// when it is made.
    ///
    /// ```
    /// # use trinta_core::lexicon::{Lexicon, Tier};
    /// assert!(!Lexicon::shipped(Tier::Everyday).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.words.is_empty()
    }

    /// How many lines of an own list were left out because they were not one
    /// word of three or more letters a to z; zero for a shipped list. Blank
    /// lines, comments and repetitions do not count.
    ///
    /// ```
    /// # use trinta_core::lexicon::Lexicon;
    /// assert_eq!(Lexicon::from_text("own", "ice cream\nit\nice\n")?.ignored(), 2);
    /// # Ok::<(), trinta_core::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn ignored(&self) -> usize {
        self.0.ignored
    }

    /// Whether the word is in the list; letter case does not matter.
    ///
    /// ```
    /// # use trinta_core::lexicon::{Lexicon, Tier};
    /// let list = Lexicon::shipped(Tier::Everyday);
    /// assert!(list.contains("CHIP") && list.contains("chip"));
    /// assert!(!list.contains("c hip"));
    /// ```
    #[must_use]
    pub fn contains(&self, word: &str) -> bool {
        let mut stack = [0; STACK_LETTERS];
        if let Some(lower) = stack.get_mut(..word.len()) {
            lower.copy_from_slice(word.as_bytes());
            lower.make_ascii_lowercase();
            return self.0.words.contains(lower);
        }
        self.0.words.contains(word.to_ascii_lowercase())
    }

    /// All words in alphabetical order, in lower case.
    ///
    /// ```
    /// # use trinta_core::lexicon::{Lexicon, Tier};
    /// let list = Lexicon::shipped(Tier::Everyday);
    /// assert!(list.words().all(|word| list.contains(&word)));
    /// ```
    pub fn words(&self) -> impl Iterator<Item = String> + '_ {
        let mut stream = self.0.words.stream();
        // Only a to z go in, so nothing is lost here.
        std::iter::from_fn(move || stream.next().map(|word| String::from_utf8_lossy(word).into_owned()))
    }

    /// The identity of the list, in lower-case hexadecimal: the SHA-256 of its
    /// words in alphabetical order and lower case, each followed by a line
    /// feed. It does not depend on how the words are packed, so any program can
    /// work it out (`sha256sum` of the sorted list does).
    ///
    /// ```
    /// # use trinta_core::lexicon::Lexicon;
    /// let own = Lexicon::from_text("own", "ABC\n")?;
    /// // printf 'abc\n' | sha256sum
    /// assert_eq!(
    ///     own.sha256(),
    ///     "edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb"
    /// );
    /// # Ok::<(), trinta_core::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn sha256(&self) -> &str {
        &self.0.sha256
    }
}

impl PartialEq for Lexicon {
    fn eq(&self, other: &Self) -> bool {
        self.sha256() == other.sha256()
    }
}

impl Eq for Lexicon {}

impl fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A quarter of a million words would drown any log.
        f.debug_struct("Lexicon")
            .field("name", &self.name())
            .field("len", &self.len())
            .field("sha256", &self.sha256())
            .finish_non_exhaustive()
    }
}

fn build_fst(words: &BTreeSet<String>) -> Result<Set<Cow<'static, [u8]>>, fst::Error> {
    let mut builder = SetBuilder::memory();
    builder.extend_iter(words)?;
    Set::new(Cow::Owned(builder.into_inner()?))
}

fn digest<'a>(words: impl Iterator<Item = &'a [u8]>) -> String {
    let mut hasher = Sha256::new();
    for word in words {
        hasher.update(word);
        hasher.update(b"\n");
    }
    hasher.finalize().iter().fold(String::with_capacity(64), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
