//! Extracts the question from an email by removing its greeting and signature. Quoted text is removed earlier.

/// Maximum number of words of a text to which the subject is added.
const SHORT: usize = 3;
/// Maximum number of words of a greeting line.
const MAX_GREETING: usize = 5;
/// Maximum number of lines after a closing that are a signature.
const MAX_SIGNATURE: usize = 6;

const GREETINGS: [&str; 17] = [
    "hi",
    "hello",
    "hey",
    "dear",
    "good morning",
    "good afternoon",
    "good evening",
    "greetings",
    "to whom it may concern",
    "hola",
    "buenos días",
    "buenas tardes",
    "estimado",
    "estimada",
    "estimados",
    "bonjour",
    "bonsoir",
];
const CLOSINGS: [&str; 24] = [
    "thanks",
    "thank you",
    "many thanks",
    "thanks in advance",
    "thank you in advance",
    "thanks so much",
    "thank you so much",
    "best",
    "best regards",
    "kind regards",
    "warm regards",
    "regards",
    "sincerely",
    "yours truly",
    "cheers",
    "gracias",
    "muchas gracias",
    "saludos",
    "atentamente",
    "merci",
    "merci d'avance",
    "cordialement",
    "bien cordialement",
    "bien à vous",
];
const CLIENTS: [&str; 6] =
    ["sent from my ", "get outlook for ", "enviado desde mi ", "envoyé de mon ", "sent via ", "sent with "];

/// Returns the text of an email without greeting and signature; its subject precedes a short text.
pub fn question(subject: &str, text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().map(str::trim).collect();
    if let Some(at) = lines.iter().position(|line| is_signature_start(line)) {
        lines.truncate(at);
    }
    drop_blank_ends(&mut lines);
    let closing = lines.iter().rposition(|line| is_closing(line));
    if let Some(at) = closing.filter(|at| *at > 0 && lines.len() - at <= MAX_SIGNATURE) {
        lines.truncate(at);
    }
    drop_blank_ends(&mut lines);
    if let Some(first) = lines.first_mut() {
        *first = without_greeting(first);
    }
    let text = lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let subject = without_prefixes(subject);
    match text.split_whitespace().count() {
        0 => subject.to_owned(),
        words if words <= SHORT && !subject.is_empty() => {
            format!("{}: {text}", subject.trim_end_matches([':', '.']))
        }
        _ => text,
    }
}

fn drop_blank_ends(lines: &mut Vec<&str>) {
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let blank = lines.iter().take_while(|line| line.is_empty()).count();
    lines.drain(..blank);
}

fn is_signature_start(line: &str) -> bool {
    let lower = line.to_lowercase();
    line == "--" || line.starts_with("____") || CLIENTS.iter().any(|words| lower.starts_with(words))
}

/// Returns whether a line is only a closing: "Thanks!", "Best regards, Joan".
fn is_closing(line: &str) -> bool {
    let lower = line.to_lowercase();
    let (words, name) = lower.split_once(',').unwrap_or((&lower, ""));
    CLOSINGS.contains(&words.trim().trim_end_matches(['!', '.'])) && name.split_whitespace().count() <= 3
}

/// Returns a line without its greeting: "Hi Dana, is the pool open?" becomes "is the pool open?".
fn without_greeting(line: &str) -> &str {
    let lower = line.to_lowercase();
    let is_greeting = |words: &str| {
        let rest = lower.strip_prefix(words);
        rest.is_some_and(|rest| rest.chars().next().is_none_or(|next| !next.is_alphanumeric()))
    };
    if !GREETINGS.iter().any(|words| is_greeting(words)) {
        return line;
    }
    let end = line.find([',', '!', ':', '.', '\u{2014}']);
    let (greeting, rest) = match end {
        Some(at) => (&line[..at], line[at..].trim_start_matches([',', '!', ':', '.', '\u{2014}', ' '])),
        None => (line, ""),
    };
    if greeting.split_whitespace().count() <= MAX_GREETING && !greeting.contains('?') { rest } else { line }
}

/// Returns a subject without prefixes such as "Re:".
fn without_prefixes(subject: &str) -> &str {
    let mut rest = subject.trim();
    while let Some((head, tail)) = rest.split_once(':') {
        if !["re", "fw", "fwd", "aw", "rv", "tr"].contains(&head.trim().to_lowercase().as_str()) {
            break;
        }
        rest = tail.trim();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::question;

    #[test]
    fn greetings_and_signatures_are_removed_from_the_question() {
        for text in [
            "What are the pool hours?",
            "Hi Dana,\n\nWhat are the pool hours?\n\nThanks,\nJoan Marsh\nUnit 4B",
            "Hello! What are the pool hours?\n-- \nJoan Marsh\n(555) 010-1234",
            "Good morning,\nWhat are\nthe pool hours?\n\nSent from my iPhone",
            "Dear Sir or Madam:\n\nWhat are the pool hours?\nBest regards, Joan",
            "What are the pool hours?\n\nThank you!",
        ] {
            assert_eq!(question("Re: Hours", text), "What are the pool hours?", "{text}");
        }
    }

    #[test]
    fn words_that_only_resemble_a_greeting_or_closing_are_kept() {
        for text in [
            "Hi there is water coming through my ceiling and nobody answers",
            "Thanks for fixing the gate. When does the pool open?",
            "History of the roof, please send it to me",
            "Dear neighbors on three keep parking in my spot, what can I do?",
        ] {
            assert_eq!(question("", text), text);
        }
        assert_eq!(question("", "Thanks!"), "Thanks!");
    }

    #[test]
    fn the_subject_completes_a_short_email() {
        assert_eq!(question("RE: Fwd: Pool hours", "Hi Dana,\n\nThanks\nJoan"), "Pool hours");
        assert_eq!(question("Pool hours", "When open?"), "Pool hours: When open?");
        assert_eq!(
            question("Pool hours", "When does it close on Sundays?"),
            "When does it close on Sundays?"
        );
        assert_eq!(question("Re:", ""), "");
    }

    #[test]
    fn a_malformed_email_has_a_question_of_its_own_words() {
        let samples = [
            "Hi Dana,\n\nWhat are the pool hours?\n\nThanks,\nJoan",
            "Buenos d\u{ed}as \u{2014} x\n-- \nİ",
            "Re: Fwd: Pool",
        ];
        fuzzing::check_texts(500, &samples, |text| {
            let found = question(text, text);
            assert!(found.split_whitespace().count() <= 2 * text.split_whitespace().count(), "{found}");
        });
    }
}
