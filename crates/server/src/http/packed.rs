//! Texts that never change, compressed once instead of for everybody who asks.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::sync::OnceCell;

use crate::work::spawn_long;

/// What is shorter gains nothing.
pub(super) const LEAST_SIZE: u64 = 512;

/// A text of the program, by its name and the mark that changes when the text does.
type Name = (&'static str, &'static str);

/// The compressed texts. There is one for each text of the program at most.
#[derive(Debug, Default)]
pub(super) struct Packed(Mutex<HashMap<Name, Arc<OnceCell<Option<Bytes>>>>>);

/// A body and the headers that say how it is encoded.
pub(super) type Encoded = (HeaderMap, Bytes);

impl Packed {
    /// The text as a client takes it: compressed if it says that it can read that.
    pub(super) async fn body(&self, headers: &HeaderMap, name: Name, text: &'static [u8]) -> Encoded {
        let mut encoding = HeaderMap::new();
        encoding.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        let packed = if accepts_gzip(headers) { self.packed(name, text).await } else { None };
        let Some(packed) = packed else { return (encoding, Bytes::from_static(text)) };
        encoding.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        (encoding, packed)
    }

    /// The compressed text; none if it is no shorter.
    async fn packed(&self, name: Name, text: &'static [u8]) -> Option<Bytes> {
        if (text.len() as u64) < LEAST_SIZE {
            return None;
        }
        let cell = self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(name).or_default().clone();
        let pack = async || spawn_long(move || pack(text)).await.ok().flatten();
        cell.get_or_init(pack).await.clone()
    }
}

fn pack(text: &[u8]) -> Option<Bytes> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(text).ok()?;
    let packed = packer.finish().ok()?;
    (packed.len() < text.len()).then(|| packed.into())
}

/// Whether a client says that it can read what is compressed.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING);
    let weight = |wanted: &str| {
        let values = values.iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).find_map(|coding| {
            let (name, parameter) = coding.split_once(';').unwrap_or((coding, "q=1"));
            let weight = parameter.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
            name.trim().eq_ignore_ascii_case(wanted).then(|| weight.unwrap_or(0.0))
        })
    };
    weight("gzip").or_else(|| weight("*")).is_some_and(|weight| weight > 0.0)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    static TEXT: [u8; 20_000] = [b'x'; 20_000];

    fn accepting(value: &'static str) -> HeaderMap {
        [(header::ACCEPT_ENCODING, HeaderValue::from_static(value))].into_iter().collect()
    }

    #[test]
    fn only_who_can_read_it_gets_it_compressed() {
        for value in ["gzip", "br, gzip", "deflate, GZIP;q=0.5", "*", "br;q=1.0, *;q=0.1"] {
            assert!(accepts_gzip(&accepting(value)), "{value}");
        }
        for value in ["", "br", "gzip;q=0", "*, gzip;q=0", "gzip;q=odd", "gzipped", "gzip;"] {
            assert!(!accepts_gzip(&accepting(value)), "{value}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[tokio::test]
    async fn a_text_is_compressed_once_and_reads_the_same() {
        let packed = Packed::default();
        let (headers, first) = packed.body(&accepting("gzip"), ("page", "1"), &TEXT).await;
        assert_eq!(headers[header::CONTENT_ENCODING], "gzip");
        let mut read = Vec::new();
        flate2::read::GzDecoder::new(&*first).read_to_end(&mut read).unwrap();
        assert!(read == TEXT && first.len() < TEXT.len());
        let (_, again) = packed.body(&accepting("gzip"), ("page", "1"), &TEXT).await;
        assert_eq!(first.as_ptr(), again.as_ptr(), "the same bytes");
        let (headers, plain) = packed.body(&HeaderMap::new(), ("page", "1"), &TEXT).await;
        assert!(plain == TEXT[..] && !headers.contains_key(header::CONTENT_ENCODING));
        let (headers, plain) = packed.body(&accepting("gzip"), ("short", "1"), b"short").await;
        assert!(plain == b"short"[..] && !headers.contains_key(header::CONTENT_ENCODING));
    }
}
