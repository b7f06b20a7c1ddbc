//! A file around the sheets: one HTML page that needs nothing else.

use crate::context::Context;
use crate::html::{Html, html};
use crate::language::Language;
use crate::options::Paper;

/// The looks of all sheets; contains nothing that depends on the paper.
const STYLE: &str = include_str!("print.css");

/// The whole file.
pub(crate) fn file(context: &Context<'_>, sheets: &Html) -> String {
    let language = context.options.language;
    let (width, height) = context.paper_size();
    let name = match context.options.paper {
        Paper::A4 => "A4",
        Paper::Letter => "letter",
    };
    let millimetres = |tenths: u32| format!("{}.{}mm", tenths / 10, tenths % 10);
    // A style sheet is not escaped, and nothing that people typed is in it.
    let style = format!(
        "@page{{size:{name};margin:12mm;@bottom-right{{content:counter(page) \" / \" counter(pages);font-size:8pt}}}}\
         @page single{{size:{name};margin:12mm;@bottom-right{{content:none}}}}\
         @page full{{size:{name};margin:0;@bottom-right{{content:none}}}}\
         @page wide{{size:{name} landscape;margin:0;@bottom-right{{content:none}}}}\
         :root{{--width:{};--height:{};--fonts:{}}}{STYLE}",
        millimetres(width),
        millimetres(height),
        fonts(language)
    );
    let head = html!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{}</title>",
        language.tag(),
        context.tournament.title()
    );
    format!("{}<style>{style}</style></head><body>{}</body></html>\n", head.into_string(), sheets.clone().into_string())
}

/// The computer's own fonts: a Latin one, then Chinese ones in the form of the language.
const fn fonts(language: Language) -> &'static str {
    match language {
        Language::ZhHans => {
            "\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,\"PingFang SC\",\"Microsoft YaHei\",\"Noto Sans CJK SC\",\
             \"Noto Sans SC\",\"Source Han Sans SC\",sans-serif"
        }
        Language::ZhHant | Language::PtPt | Language::En => {
            "\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,\"PingFang HK\",\"PingFang TC\",\"Microsoft JhengHei\",\
             \"Noto Sans CJK HK\",\"Noto Sans CJK TC\",\"Noto Sans HK\",\"Source Han Sans HC\",sans-serif"
        }
    }
}
