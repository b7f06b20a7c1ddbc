//! Short codes that can be typed instead of scanning a printed QR code.
//!
//! A code is nine signs in three groups, such as `K7X-4MN-QAF`. The first eight are a number from 0 to 23⁸ − 1, the last
//! is a check sign. The alphabet has 23 signs without those that look alike on paper (0 O, 1 I L, 2 Z, 5 S, 8 B, U V).
//! As 23 is prime, the check sign detects every single wrong sign and every two neighbours swapped.
//!
//! The number is what the code stands for, encrypted with a secret of the tournament (a Feistel network of eight rounds on
//! two numbers below 23⁴). So no two codes of a tournament are equal, a code is read back without a list, and of the
//! 78 billion codes only those of existing players, tables and sheets are valid: a guess at a tournament of 64 players
//! succeeds once in about 500 million. Whoever knows the secret can compute every code. It is not the seed of the draws,
//! which everybody is told after the end; only tournaments that were made without a secret of their own have their codes
//! from the seed.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::people::Number;
use crate::random::Seed;
use crate::state::Tournament;

const ALPHABET: [u8; 23] = *b"ACDEFGHJKMNPQRTWXY34679";
const BASE: u64 = ALPHABET.len() as u64;
/// The signs of each half of the number.
const HALF_SIGNS: u32 = 4;
const HALF: u64 = BASE.pow(HALF_SIGNS);
/// Four rounds are enough against somebody who sees codes; twice as many cost nothing here.
const FEISTEL_ROUNDS: u8 = 8;
/// Players and tables have numbers below this.
const LIMIT: u64 = 1 << 15;

/// What a printed code stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeTarget {
    /// A player, on the number card.
    Player(Number),
    /// A table in every round, on the table's sign.
    Table(u32),
    /// A table in one round, on the judge's sheet (I04).
    Sheet {
        /// The round.
        round: u32,
        /// The table.
        table: u32,
    },
}

/// A code as it is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Code([u8; 9]);

/// Text that is not a code of the tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// Not nine signs of the alphabet.
    #[error("a code is nine letters and digits such as K7X-4MN-QAF, without 0, 1, 2, 5, 8, B, I, L, O, S, U, V and Z")]
    NotACode,
    /// The check sign does not fit.
    #[error("there is a mistake in this code: compare it with the printed one")]
    Mistyped,
    /// A code of something that does not exist in this tournament.
    #[error("this code does not belong to this tournament")]
    Unknown,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, sign) in self.0.iter().enumerate() {
            if at == 3 || at == 6 {
                f.write_str("-")?;
            }
            write!(f, "{}", char::from(*sign))?;
        }
        Ok(())
    }
}

impl CodeTarget {
    const fn pack(self) -> u64 {
        match self {
            CodeTarget::Player(Number(number)) => number as u64,
            CodeTarget::Table(table) => LIMIT + table as u64,
            CodeTarget::Sheet { round, table } => (1 + round as u64) * LIMIT + table as u64,
        }
    }

    const fn unpack(packed: u64) -> CodeTarget {
        let low = (packed % LIMIT) as u32;
        match packed / LIMIT {
            0 => CodeTarget::Player(Number(low)),
            1 => CodeTarget::Table(low),
            high => CodeTarget::Sheet { round: (high - 1) as u32, table: low },
        }
    }
}

/// What a round of the network adds to the other half.
fn mix(seed: &Seed, round: u8, half: u64) -> u64 {
    let seed = seed.to_string().to_ascii_lowercase();
    let mut hash = Sha256::new();
    hash.update(b"trinta-code-1");
    hash.update((seed.len() as u64).to_be_bytes());
    hash.update(seed);
    hash.update([round]);
    hash.update(half.to_be_bytes());
    let digest: [u8; 32] = hash.finalize().into();
    digest[..8].iter().fold(0, |value, byte| value << 8 | u64::from(*byte)) % HALF
}

fn encrypt(seed: &Seed, packed: u64) -> u64 {
    let (mut left, mut right) = (packed / HALF, packed % HALF);
    for round in 0..FEISTEL_ROUNDS {
        (left, right) = (right, (left + mix(seed, round, right)) % HALF);
    }
    left * HALF + right
}

fn decrypt(seed: &Seed, number: u64) -> u64 {
    let (mut left, mut right) = (number / HALF, number % HALF);
    for round in (0..FEISTEL_ROUNDS).rev() {
        (left, right) = ((right + HALF - mix(seed, round, left)) % HALF, left);
    }
    left * HALF + right
}

/// The sum of the signs, weighted by their positions, is a multiple of 23 when the check sign has the weight 1.
fn check(values: &[u64]) -> u64 {
    let weighted: u64 = (2..).zip(values).map(|(weight, value)| weight * value).sum();
    (BASE - weighted % BASE) % BASE
}

impl Tournament {
    /// What codes follow from.
    fn code_seed(&self) -> &Seed {
        self.code_seed.as_ref().unwrap_or_else(|| self.seed())
    }

    /// Whether somebody who knows the seed of the draws knows the codes as well.
    pub(crate) const fn seed_tells_codes(&self) -> bool {
        self.code_seed.is_none()
    }

    /// The code that is printed for a player, a table or a sheet.
    #[must_use]
    pub fn code(&self, target: CodeTarget) -> Code {
        let mut number = encrypt(self.code_seed(), target.pack());
        let mut values = [0; 9];
        for value in values[..8].iter_mut().rev() {
            *value = number % BASE;
            number /= BASE;
        }
        values[8] = check(&values[..8]);
        Code(values.map(|value| ALPHABET[value as usize]))
    }

    /// What a typed code stands for. Case, spaces and hyphens do not matter.
    ///
    /// # Errors
    /// If it is not a code, has a mistake, or is no code of this tournament.
    pub fn read_code(&self, text: &str) -> Result<CodeTarget, CodeError> {
        let signs = text.chars().filter(|sign| !sign.is_whitespace() && *sign != '-');
        let value = |sign: char| {
            let sign = u8::try_from(sign.to_ascii_uppercase()).ok()?;
            ALPHABET.iter().position(|known| *known == sign).map(|at| at as u64)
        };
        let values: Vec<u64> = signs.map(value).collect::<Option<_>>().ok_or(CodeError::NotACode)?;
        let [body @ .., last] = values.as_slice() else { return Err(CodeError::NotACode) };
        if body.len() != 8 {
            return Err(CodeError::NotACode);
        }
        if *last != check(body) {
            return Err(CodeError::Mistyped);
        }
        let number = body.iter().fold(0, |number, value| number * BASE + value);
        let target = CodeTarget::unpack(decrypt(self.code_seed(), number));
        if self.has_target(target) { Ok(target) } else { Err(CodeError::Unknown) }
    }

    /// Signs may be printed before a round is seated, so a table counts if the tournament can have it.
    fn has_target(&self, target: CodeTarget) -> bool {
        let is_table = |table: u32| (1..=self.settings().capacity.div_ceil(3)).contains(&table);
        match target {
            CodeTarget::Player(number) => self.people().get(number).is_some(),
            CodeTarget::Table(table) => is_table(table),
            CodeTarget::Sheet { round, table } => (1..=self.settings().rounds).contains(&round) && is_table(table),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Log;

    fn tournament(seed: &str) -> Tournament {
        let mut log = Log::default();
        let new = format!(r#"{{"do":"new","title":"Cup","date":"2017-01-18","seed":"{seed}"}}"#);
        for line in [new.as_str(), r#"{"do":"add","players":[{"name":"Ana"},{"name":"Bea"}]}"#] {
            log.answer(line, || unreachable!("the seed is given"));
        }
        log.tournament().cloned().unwrap()
    }

    fn targets() -> Vec<CodeTarget> {
        let mut targets = vec![CodeTarget::Player(Number(1)), CodeTarget::Player(Number(2))];
        targets.extend((1..=16).map(CodeTarget::Table));
        targets.extend((1..=3).flat_map(|round| (1..=16).map(move |table| CodeTarget::Sheet { round, table })));
        targets
    }

    #[test]
    fn codes_are_read_back_however_they_are_typed() {
        let tournament = tournament("00ff");
        for target in targets() {
            let code = tournament.code(target).to_string();
            for typed in [code.clone(), code.to_lowercase(), code.replace('-', ""), code.replace('-', " ")] {
                assert_eq!(tournament.read_code(&typed), Ok(target), "{typed}");
            }
        }
    }

    #[test]
    fn codes_differ_within_a_tournament_and_between_seeds() {
        let (one, other) = (tournament("00ff"), tournament("00fe"));
        let mut codes: Vec<String> = [&one, &other]
            .iter()
            .flat_map(|of| targets().into_iter().map(|target| of.code(target).to_string()))
            .collect();
        let count = codes.len();
        codes.sort();
        codes.dedup();
        assert_eq!(codes.len(), count);
        let code = one.code(CodeTarget::Table(1)).to_string();
        assert_eq!(other.read_code(&code), Err(CodeError::Unknown));
    }

    #[test]
    fn codes_with_a_secret_of_their_own_are_not_told_by_the_seed() {
        let with = |secret: &str| {
            let mut log = Log::default();
            let new =
                format!(r#"{{"do":"new","title":"Cup","date":"2017-01-18","seed":"00ff","code_seed":"{secret}"}}"#);
            log.answer(&new, || unreachable!("the seed is given"));
            log.answer(r#"{"do":"add","players":[{"name":"Ana"},{"name":"Bea"}]}"#, || unreachable!());
            log.verify().unwrap();
            log.tournament().cloned().unwrap()
        };
        let (one, other, without) = (with("c0de"), with("c0df"), tournament("00ff"));
        for target in targets() {
            let code = one.code(target).to_string();
            assert_eq!(one.read_code(&code), Ok(target));
            assert!(code != other.code(target).to_string() && code != without.code(target).to_string());
        }
    }

    #[test]
    fn a_printed_code_never_changes() {
        let tournament = tournament("00ff");
        let code = |target| tournament.code(target).to_string();
        assert_eq!(
            [
                code(CodeTarget::Player(Number(1))),
                code(CodeTarget::Table(7)),
                code(CodeTarget::Sheet { round: 2, table: 7 })
            ],
            ["F9E-MM7-HEJ", "AHF-HQA-JJ7", "4EE-D3C-HEY"]
        );
    }

    #[test]
    fn one_wrong_sign_or_two_swapped_are_noticed() {
        let tournament = tournament("00ff");
        let code = tournament.code(CodeTarget::Sheet { round: 2, table: 7 }).0;
        let read = |signs: &[u8]| tournament.read_code(std::str::from_utf8(signs).unwrap());
        for at in 0..9 {
            for sign in ALPHABET.into_iter().filter(|sign| *sign != code[at]) {
                let mut wrong = code;
                wrong[at] = sign;
                assert_eq!(read(&wrong), Err(CodeError::Mistyped));
            }
            let mut swapped = code;
            swapped.swap(at, (at + 1).min(8));
            assert!(swapped == code || read(&swapped) == Err(CodeError::Mistyped));
        }
    }

    #[test]
    fn text_that_is_no_code_is_refused() {
        let tournament = tournament("00ff");
        for text in ["", "-", "ABC", "K7X-4MN-QA", "K7X-4MN-QAFA", "K0X-4MN-QAF", "枱7X-4MN-QAF", "🀄"] {
            assert_eq!(tournament.read_code(text), Err(CodeError::NotACode), "{text}");
        }
    }
}
