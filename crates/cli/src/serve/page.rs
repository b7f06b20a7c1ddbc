//! The page, embedded in the program.

use std::sync::LazyLock;

use rust_embed::RustEmbed;
use trinta_server::http::PageFile;

/// The built page from the repository.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct PageAssets;

/// The files of the page.
pub(super) fn files() -> &'static [PageFile] {
    static FILES: LazyLock<Vec<PageFile>> = LazyLock::new(|| {
        let file = |path: std::borrow::Cow<'static, str>| {
            let file = PageAssets::get(&path)?;
            let mark: String = file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
            // Leaked once, for the lifetime of the program.
            let bytes: &'static [u8] = match file.data {
                std::borrow::Cow::Borrowed(bytes) => bytes,
                std::borrow::Cow::Owned(bytes) => bytes.leak(),
            };
            Some(PageFile { path: path.into_owned().leak(), bytes, mark: mark.leak() })
        };
        PageAssets::iter().filter_map(file).collect()
    });
    &FILES
}
