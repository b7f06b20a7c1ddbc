//! Text in spreadsheets: the encodings they write, and cells that they would take for a formula.

use trinta_tournament::looks_like_formula;

/// The opposite of [`trinta_tournament::neutralise`].
pub(super) fn restore(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| looks_like_formula(rest)).unwrap_or(text)
}

/// Reads UTF-8 with or without a byte order mark, or UTF-16 with one. The error is the line that can't be read.
pub(super) fn decode(bytes: &[u8]) -> Result<String, usize> {
    let units = |read: fn([u8; 2]) -> u16| -> Result<String, usize> {
        let units = bytes[2..].chunks(2).map(|pair| match pair {
            [one, two] => read([*one, *two]),
            _ => 0xd800,
        });
        let mut text = String::new();
        for letter in char::decode_utf16(units) {
            text.push(letter.map_err(|_| line_after(&text))?);
        }
        Ok(text)
    };
    match bytes {
        [0xff, 0xfe, ..] => units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => units(u16::from_be_bytes),
        _ => {
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            let valid =
                |error: std::str::Utf8Error| line_after(&String::from_utf8_lossy(&bytes[..error.valid_up_to()]));
            std::str::from_utf8(bytes).map(str::to_owned).map_err(valid)
        }
    }
}

/// The line on which the next letter stands, from 1.
fn line_after(text: &str) -> usize {
    text.matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use trinta_tournament::neutralise;

    use super::*;

    #[test]
    fn names_stay_as_they_are_and_formulas_do_not_run() {
        for (text, cell) in [
            ("Ana", "Ana"),
            ("'t Hooft", "'t Hooft"),
            ("=1+1", "'=1+1"),
            ("@home", "'@home"),
            ("-", "'-"),
            ("'=x", "''=x"),
            ("＝１", "'＝１"),
            ("陳大文", "陳大文"),
        ] {
            assert_eq!(neutralise(text), cell);
        }
    }

    #[test]
    fn encodings_of_spreadsheets_are_read() {
        let utf16 = |mark: [u8; 2], bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            mark.into_iter().chain("名,校\n陳,北".encode_utf16().flat_map(bytes)).collect()
        };
        for bytes in [
            "名,校\n陳,北".as_bytes().to_vec(),
            "\u{feff}名,校\n陳,北".as_bytes().to_vec(),
            utf16([0xff, 0xfe], u16::to_le_bytes),
            utf16([0xfe, 0xff], u16::to_be_bytes),
        ] {
            assert_eq!(decode(&bytes).as_deref(), Ok("名,校\n陳,北"));
        }
        assert_eq!(decode(b"Ana\nJo\xe3o\n"), Err(2));
        assert_eq!(decode(b"\xff\xfeA"), Err(1));
    }

    proptest! {
        #[test]
        fn what_is_neutralised_is_restored_and_never_a_formula(text in "['=+@a\t -]{0,6}|\\PC{0,8}") {
            let cell = neutralise(&text);
            prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']));
            prop_assert_eq!(restore(&cell), text);
        }
    }
}
