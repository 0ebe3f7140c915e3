//! Finds the quoted earlier emails at the end of a text.

/// Splits a text into new text and the quoted earlier emails at its end. A text with answers between quotes,
/// or with only quotes, is not split.
pub fn split(text: &str) -> (String, String) {
    let lines: Vec<&str> = text.lines().collect();
    let has_text_before = |at: usize| lines.iter().take(at).any(|line| !line.trim().is_empty());
    for at in 0..lines.len() {
        if is_start(&lines, at) {
            if !has_text_before(at) || has_answers_between(&lines, at) {
                return (text.trim().to_owned(), String::new());
            }
            return (join(&lines, 0, at), join(&lines, at, lines.len()));
        }
    }
    (text.trim().to_owned(), String::new())
}

fn join(lines: &[&str], from: usize, to: usize) -> String {
    lines.iter().skip(from).take(to - from).copied().collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn is_start(lines: &[&str], at: usize) -> bool {
    let line = lines.get(at).map_or("", |line| line.trim());
    line.starts_with('>')
        || is_attribution(lines, at)
        || line.starts_with("-----Original Message-----")
        || line.starts_with("---------- Forwarded message")
        || is_header_block(lines, at)
}

/// Returns whether lines are an attribution such as "On Monday, Joan wrote:", on one line or two.
fn is_attribution(lines: &[&str], at: usize) -> bool {
    let line = lines.get(at).map_or("", |line| line.trim());
    let next = lines.get(at + 1).map_or("", |line| line.trim());
    let opens = ["On ", "Am ", "Le ", "El "].iter().any(|word| line.starts_with(word)) && line.len() < 300;
    let closes = |line: &str| {
        ["wrote:", "schrieb:", "a écrit :", "a écrit:", "escribió:"].iter().any(|word| line.ends_with(word))
    };
    opens && (closes(line) || closes(next))
}

/// Returns whether lines are a header block: "From:" followed by "Sent:" or "Date:" and "To:" or "Subject:".
fn is_header_block(lines: &[&str], at: usize) -> bool {
    let starts = |place: usize, words: &[&str]| {
        let line = lines.get(place).map_or("", |line| line.trim().trim_start_matches('*'));
        words.iter().any(|word| line.starts_with(word))
    };
    starts(at, &["From:"])
        && starts(at + 1, &["Sent:", "Date:", "To:"])
        && starts(at + 2, &["To:", "Subject:", "Date:"])
}

/// Returns whether there are unquoted lines after quoted ones.
fn has_answers_between(lines: &[&str], at: usize) -> bool {
    let rest = || lines.iter().enumerate().skip(at).filter(|(_, line)| !line.trim().is_empty());
    let Some(first) = rest().find(|(_, line)| line.trim_start().starts_with('>')).map(|(place, _)| place)
    else {
        return false;
    };
    rest().any(|(place, line)| {
        place > first
            && !line.trim_start().starts_with('>')
            && !is_attribution(lines, place)
            && !is_attribution(lines, place.saturating_sub(1))
    })
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn quoted_emails_at_the_end_are_split_off() {
        for quoted in [
            "> Hello",
            "On Mon, Nov 23, 2026 at 9:00 AM Dana <d@x.org> wrote:\n> Hello\n>\n> Dana",
            "On Mon, Nov 23, 2026 at 9:00 AM\nDana Okafor <d@x.org> wrote:\n\n> Hello",
            "-----Original Message-----\nFrom: Dana\nHello",
            "From: Dana\nSent: Monday\nTo: Joan\nSubject: Hi\n\nHello",
        ] {
            let (text, rest) = split(&format!("Thanks!\n\n{quoted}\n"));
            assert_eq!((text.as_str(), rest.as_str()), ("Thanks!", quoted));
        }
    }

    #[test]
    fn answers_between_quotes_and_texts_without_quotes_are_not_split() {
        for text in [
            "Hello\n> When?\nTomorrow.\n> Where?\nHere.",
            "> Only a quote",
            "On Monday we met.",
            "From: the garage\nI saw water.",
            "",
        ] {
            assert_eq!(split(text), (text.to_owned(), String::new()));
        }
    }

    #[test]
    fn no_line_of_a_malformed_text_is_lost() {
        let samples = [
            "Thanks!\n\nOn Mon, Dana <d@x.org> wrote:\n> Hello\n>\n> Dana",
            "a\n> b\nc\nFrom: x\nSent: y\nTo: z",
        ];
        fuzzing::check_texts(500, &samples, |text| {
            let (new, quoted) = split(text);
            let lines = |text: &str| -> Vec<String> {
                text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
            };
            assert_eq!([lines(&new), lines(&quoted)].concat(), lines(text));
        });
    }
}
