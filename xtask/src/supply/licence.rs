//! Licence expressions, as packages state them: `MIT OR (Apache-2.0 AND ISC)`.

/// Whether somebody who accepts only some licences may use a package with this expression. `None` if it can't be read.
pub(crate) fn permits(expression: &str, is_allowed: impl Fn(&str) -> bool) -> Option<bool> {
    // Old packages write a slash for a choice.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut tokens: Vec<&str> = spaced.split_whitespace().rev().collect();
    let permitted = choice(&mut tokens, &is_allowed)?;
    tokens.is_empty().then_some(permitted)
}

/// Alternatives, of which one must be allowed. Takes what it reads from the end of the tokens.
fn choice(tokens: &mut Vec<&str>, is_allowed: &impl Fn(&str) -> bool) -> Option<bool> {
    let mut permitted = conjunction(tokens, is_allowed)?;
    while tokens.pop_if(|token| *token == "OR").is_some() {
        permitted |= conjunction(tokens, is_allowed)?;
    }
    Some(permitted)
}

/// Licences that hold together, of which each must be allowed.
fn conjunction(tokens: &mut Vec<&str>, is_allowed: &impl Fn(&str) -> bool) -> Option<bool> {
    let mut permitted = licence(tokens, is_allowed)?;
    while tokens.pop_if(|token| *token == "AND").is_some() {
        permitted &= licence(tokens, is_allowed)?;
    }
    Some(permitted)
}

fn licence(tokens: &mut Vec<&str>, is_allowed: &impl Fn(&str) -> bool) -> Option<bool> {
    match tokens.pop()? {
        "(" => {
            let permitted = choice(tokens, is_allowed)?;
            (tokens.pop()? == ")").then_some(permitted)
        }
        ")" | "OR" | "AND" | "WITH" => None,
        name if tokens.pop_if(|token| *token == "WITH").is_some() => {
            let exception = tokens.pop()?;
            Some(is_allowed(name) || is_allowed(&format!("{name} WITH {exception}")))
        }
        name => Some(is_allowed(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permitted(expression: &str) -> Option<bool> {
        permits(expression, |name| ["MIT", "ISC", "Apache-2.0"].contains(&name))
    }

    #[test]
    fn one_alternative_and_every_part_must_be_allowed() {
        for expression in
            ["MIT", "GPL-3.0 OR MIT", "MIT/GPL-3.0", "(MIT AND ISC) OR GPL-3.0", "MIT AND (GPL-2.0 OR ISC)"]
        {
            assert_eq!(permitted(expression), Some(true), "{expression}");
        }
        for expression in ["GPL-3.0", "MIT AND GPL-3.0", "GPL-2.0 OR GPL-3.0", "MIT AND (GPL-2.0 OR GPL-3.0)"] {
            assert_eq!(permitted(expression), Some(false), "{expression}");
        }
    }

    #[test]
    fn conjunction_binds_more_tightly_than_choice() {
        assert_eq!(permitted("MIT OR GPL-3.0 AND GPL-2.0"), Some(true));
        assert_eq!(permitted("GPL-3.0 AND GPL-2.0 OR MIT"), Some(true));
    }

    #[test]
    fn an_exception_only_permits_more() {
        assert_eq!(permitted("Apache-2.0 WITH LLVM-exception"), Some(true));
        assert_eq!(permitted("GPL-2.0 WITH Classpath-exception-2.0"), Some(false));
        assert_eq!(permits("X WITH Y", |name| name == "X WITH Y"), Some(true));
    }

    #[test]
    fn what_is_no_expression_is_not_guessed_at() {
        for expression in ["", "MIT OR", "OR MIT", "(MIT", "MIT)", "MIT ISC", "MIT WITH"] {
            assert_eq!(permitted(expression), None, "{expression}");
        }
    }
}
