//! Markup in which text is always escaped.
//!
//! [`html!`] takes a literal with `{}` for each argument. Text in an argument is escaped, an [`Html`] goes in as it is,
//! and there is no other way to make an [`Html`]. So a name can't become markup.

use std::fmt::{self, Write as _};

use trinta_tournament::Number;

/// A piece of markup.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Html(String);

impl Html {
    pub(crate) const EMPTY: Html = Html(String::new());

    /// Only for [`html!`], whose literals are the markup.
    pub(crate) fn from_template(arguments: fmt::Arguments<'_>) -> Html {
        Html(arguments.to_string())
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }

    pub(crate) fn push(&mut self, more: &Html) {
        self.0.push_str(&more.0);
    }
}

impl FromIterator<Html> for Html {
    fn from_iter<I: IntoIterator<Item = Html>>(pieces: I) -> Html {
        let mut all = Html::EMPTY;
        for piece in pieces {
            all.push(&piece);
        }
        all
    }
}

/// What can be an argument of [`html!`].
pub(crate) trait Markup {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Markup for Html {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Markup for str {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sign in self.chars() {
            match sign {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                // Control characters are not allowed in HTML, and a line break in a name is a space.
                sign if sign.is_control() => f.write_char(' ')?,
                sign => f.write_char(sign)?,
            }
        }
        Ok(())
    }
}

impl Markup for String {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().write(f)
    }
}

impl<T: Markup + ?Sized> Markup for &T {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).write(f)
    }
}

impl<T: Markup> Markup for Option<T> {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().map_or(Ok(()), |markup| markup.write(f))
    }
}

macro_rules! plain_numbers {
    ($($type:ty),*) => {$(
        impl Markup for $type {
            fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )*};
}
plain_numbers!(u32, usize, Number);

/// An argument as [`html!`] writes it.
pub(crate) struct Shown<'a, T: ?Sized>(pub(crate) &'a T);

impl<T: Markup + ?Sized> fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

/// Markup from a literal and arguments, which are escaped.
macro_rules! html {
    ($literal:literal $(, $argument:expr)* $(,)?) => {
        $crate::html::Html::from_template(format_args!($literal $(, $crate::html::Shown(&$argument))*))
    };
}
pub(crate) use html;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_markup_is_not() {
        let name = html!("<b>{}</b>", "<script>alert('1')</script> & \"x\"\n\u{0}");
        let expected = "<b>&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;x&quot;  </b>";
        assert_eq!(html!("<p>{}{}{}</p>", name, 7u32, None::<Html>).into_string(), format!("<p>{expected}7</p>"));
    }
}
