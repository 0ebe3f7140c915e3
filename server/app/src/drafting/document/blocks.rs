//! The Markdown that drafts use: headings, lists, tables and paragraphs.

/// A block of a text.
#[derive(Debug, PartialEq, Eq)]
pub enum Block {
    Heading { level: usize, text: String },
    List { is_ordered: bool, items: Vec<String> },
    Table { rows: Vec<Vec<String>> },
    Paragraph { lines: Vec<String> },
}

/// The deepest level of a heading.
const MAX_LEVEL: usize = 4;

/// Returns the blocks of a text, in order.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut follows = false;
    for line in text.lines().map(str::trim) {
        if !line.is_empty() {
            add_line(&mut blocks, line, follows);
        }
        follows = !line.is_empty();
    }
    blocks
}

/// Adds a line to the last block if it directly follows it and has the same kind, or else as a new block.
fn add_line(blocks: &mut Vec<Block>, line: &str, follows: bool) {
    let last = if follows { blocks.last_mut() } else { None };
    if let Some((level, text)) = heading(line) {
        blocks.push(Block::Heading { level, text: text.to_owned() });
    } else if let Some((is_ordered, item)) = item(line) {
        match last {
            Some(Block::List { is_ordered: other, items }) if *other == is_ordered => {
                items.push(item.to_owned());
            }
            _ => blocks.push(Block::List { is_ordered, items: vec![item.to_owned()] }),
        }
    } else if line.starts_with('|') {
        if line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ')) {
            return;
        }
        match last {
            Some(Block::Table { rows }) => rows.push(cells(line)),
            _ => blocks.push(Block::Table { rows: vec![cells(line)] }),
        }
    } else {
        match last {
            Some(Block::Paragraph { lines }) => lines.push(line.to_owned()),
            _ => blocks.push(Block::Paragraph { lines: vec![line.to_owned()] }),
        }
    }
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    let is_heading = (1..=MAX_LEVEL).contains(&level) && text.starts_with(char::is_whitespace);
    is_heading.then(|| (level, text.trim()))
}

/// Returns an item of a list, and whether the list is numbered.
fn item(line: &str) -> Option<(bool, &str)> {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let (is_ordered, rest) = match number.len() < line.len() {
        true => (true, number.strip_prefix(['.', ')'])?),
        false => (false, line.strip_prefix(['-', '*', '•'])?),
    };
    rest.starts_with(char::is_whitespace).then(|| (is_ordered, rest.trim()))
}

fn cells(line: &str) -> Vec<String> {
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').unwrap_or(line);
    line.split('|').map(|cell| cell.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(is_ordered: bool, items: &[&str]) -> Block {
        Block::List { is_ordered, items: items.iter().map(|item| (*item).to_owned()).collect() }
    }

    #[test]
    fn a_text_is_split_into_headings_paragraphs_lists_and_tables() {
        let text = "# Gate\n\nThe gate\nis closed.\n- one\n- two\n1. first\n| Fee | Due |\n| --- | :-: |\n| $40 | |\n#40 is not a heading";
        let line = |text: &str| text.to_owned();
        assert_eq!(
            blocks(text),
            [
                Block::Heading { level: 1, text: line("Gate") },
                Block::Paragraph { lines: vec![line("The gate"), line("is closed.")] },
                list(false, &["one", "two"]),
                list(true, &["first"]),
                Block::Table { rows: vec![vec![line("Fee"), line("Due")], vec![line("$40"), line("")]] },
                Block::Paragraph { lines: vec![line("#40 is not a heading")] },
            ]
        );
    }

    #[test]
    fn malformed_markdown_is_split_into_blocks_that_are_not_empty() {
        let samples = [
            "# Gate\n\nThe gate\n- one\n1. first\n| Fee | Due |\n| --- | :-: |\n| $40 | |",
            "####### x\n•\n12) y\n||",
        ];
        fuzzing::check_texts(500, &samples, |text| {
            for block in blocks(text) {
                match block {
                    Block::Heading { level, .. } => assert!((1..=MAX_LEVEL).contains(&level)),
                    Block::List { items, .. } => assert!(!items.is_empty()),
                    Block::Table { rows } => assert!(rows.iter().all(|row| !row.is_empty())),
                    Block::Paragraph { lines } => assert!(!lines.is_empty()),
                }
            }
        });
    }
}
