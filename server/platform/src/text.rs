//! Text that people write.

/// Trims a text and makes each run of white space, line breaks included, one space.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_becomes_single_spaces() {
        assert_eq!(one_line(" Harbor\t Row\n\u{a0}East "), "Harbor Row East");
        assert_eq!(one_line(" \n"), "");
    }
}
