//! Merge fields in the text of a blast: `{{first_name}}`, or `{{first_name|neighbor}}` with a fallback for an
//! unknown value.
use super::model::PendingRecipient;

/// The values of a recipient. Empty values are unknown.
pub struct MergeValues<'a> {
    pub name: &'a str,
    pub unit: &'a str,
    pub building: &'a str,
    pub community: &'a str,
}

/// A part of a text.
enum Part<'a> {
    Text(&'a str),
    Field { name: &'a str, fallback: &'a str },
}

/// Names of the merge fields.
const FIELDS: [&str; 5] = ["first_name", "name", "unit", "building", "community"];

/// Splits a text into its parts. Unclosed braces are text.
fn parts(text: &str) -> Vec<Part<'_>> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((field, behind)) = after.split_once("}}") else { break };
        let (name, fallback) = field.split_once('|').unwrap_or((field, ""));
        parts.push(Part::Text(before));
        parts.push(Part::Field { name: name.trim(), fallback: fallback.trim() });
        rest = behind;
    }
    parts.push(Part::Text(rest));
    parts
}

/// A part of a text whose merge fields are filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenderedPart<'a> {
    pub text: &'a str,
    /// Name of the merge field; empty for text between merge fields.
    pub field: &'a str,
    /// Whether the value is unknown and the fallback, which may be empty, is used.
    pub is_fallback: bool,
}

/// Fills in the merge fields of a text. An unknown value without a fallback leaves no double space.
pub fn render_parts<'a>(text: &'a str, values: &MergeValues<'a>) -> Vec<RenderedPart<'a>> {
    let mut rendered: Vec<RenderedPart<'a>> = Vec::new();
    let mut last = '\n';
    for part in parts(text) {
        let mut piece = match part {
            Part::Text(text) => RenderedPart { text, field: "", is_fallback: false },
            Part::Field { name, fallback } => match value_of(name, values) {
                "" => RenderedPart { text: fallback, field: name, is_fallback: true },
                value => RenderedPart { text: value, field: name, is_fallback: false },
            },
        };
        if last == ' ' {
            piece.text = piece.text.trim_start_matches(' ');
        }
        last = piece.text.chars().next_back().unwrap_or(last);
        rendered.push(piece);
    }
    trim(&mut rendered);
    rendered
}

/// Removes spaces at the beginning and the end of a text.
fn trim(parts: &mut [RenderedPart<'_>]) {
    for part in parts.iter_mut() {
        part.text = part.text.trim_start();
        if !part.text.is_empty() {
            break;
        }
    }
    for part in parts.iter_mut().rev() {
        part.text = part.text.trim_end();
        if !part.text.is_empty() {
            break;
        }
    }
}

/// Returns a text with its merge fields filled in, like [`render_parts`].
pub fn render(text: &str, values: &MergeValues<'_>) -> String {
    render_parts(text, values).into_iter().map(|part| part.text).collect()
}

fn value_of<'a>(name: &str, values: &MergeValues<'a>) -> &'a str {
    match name {
        "first_name" => values.name.split_whitespace().next().unwrap_or_default(),
        "name" => values.name,
        "unit" => values.unit,
        "building" => values.building,
        "community" => values.community,
        _ => "",
    }
}

/// Returns the distinct names of merge fields in a text that do not exist.
pub fn unknown_fields(text: &str) -> Vec<String> {
    let mut unknown: Vec<String> = Vec::new();
    for part in parts(text) {
        if let Part::Field { name, .. } = part
            && !FIELDS.contains(&name)
            && !unknown.iter().any(|known| known == name)
        {
            unknown.push(name.to_owned());
        }
    }
    unknown
}

/// Returns whether the text differs between recipients of one community.
pub fn is_personal(text: &str) -> bool {
    parts(text).iter().any(|part| matches!(part, Part::Field { name, .. } if *name != "community"))
}

/// The sender that is prepended to a text that does not name its sender.
const SENDER: &str = "{{community}}: ";

/// Words in names that may be in lower case in a text: "at the Meridian" names The Meridian.
const SMALL_WORDS: [&str; 8] = ["a", "an", "the", "of", "at", "on", "and", "in"];

/// Returns the text with its sender, and whether the sender was added. A text names its sender with the merge
/// field `community`, or with the name of the company or of each community. Fallbacks of merge fields do not count,
/// because not everybody gets them.
pub fn with_sender(text: &str, company: &str, communities: &[String]) -> (String, bool) {
    let parts = parts(text);
    let has = |name: &str| parts.iter().any(|part| matches!(part, Part::Text(text) if has_name(text, name)));
    let has_field = parts.iter().any(|part| matches!(part, Part::Field { name: "community", .. }));
    let is_named =
        has_field || has(company) || (!communities.is_empty() && communities.iter().all(|c| has(c)));
    match is_named {
        true => (text.to_owned(), false),
        false => (format!("{SENDER}{text}"), true),
    }
}

/// Returns whether a text has the whole words of a name one after another, with the name's capital letters: "Meet in
/// the parlor" does not name Parlor.
fn has_name(text: &str, name: &str) -> bool {
    let (words, name) = (words(text), words(name));
    !name.is_empty()
        && words.windows(name.len()).any(|part| part.iter().zip(&name).all(|(a, b)| is_word_of_name(a, b)))
}

fn words(text: &str) -> Vec<&str> {
    text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// Returns whether a word of a text is a word of a name.
fn is_word_of_name(word: &str, of_name: &str) -> bool {
    let lower = of_name.to_lowercase();
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    word.to_lowercase() == lower
        && (is_capital(word) || !is_capital(of_name) || SMALL_WORDS.contains(&&*lower))
}

/// Returns the text for one recipient, in a community with this label.
pub fn text_for(body: &str, community: &str, recipient: &PendingRecipient) -> String {
    let PendingRecipient { name, unit, building, .. } = recipient;
    render(body, &MergeValues { name, unit, building, community })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: MergeValues<'_> =
        MergeValues { name: "Ana Ruiz", unit: "4B", building: "", community: "Harbor Row" };
    const NOBODY: MergeValues<'_> = MergeValues { name: "", unit: "", building: "", community: "Harbor Row" };

    #[test]
    fn fields_are_filled_in_and_fall_back() {
        let text = "Hi {{first_name|neighbor}}, water is off in {{ community }} today.";
        assert_eq!(render(text, &ANA), "Hi Ana, water is off in Harbor Row today.");
        assert_eq!(render(text, &NOBODY), "Hi neighbor, water is off in Harbor Row today.");
        assert_eq!(render("Unit {{unit}} in {{building|your building}}", &ANA), "Unit 4B in your building");
    }

    #[test]
    fn an_unknown_value_leaves_no_double_space() {
        assert_eq!(render("Hi {{first_name}} there", &NOBODY), "Hi there");
        assert_eq!(render("{{name}} Hello", &NOBODY), "Hello");
    }

    #[test]
    fn fallbacks_are_marked_in_rendered_parts() {
        let text = " Hi {{first_name|neighbor}}, unit {{unit}} of {{community}}: {{building}} ";
        let parts = render_parts(text, &NOBODY);
        let fallbacks: Vec<_> = parts.iter().filter(|p| p.is_fallback).map(|p| (p.field, p.text)).collect();
        assert_eq!(fallbacks, [("first_name", "neighbor"), ("unit", ""), ("building", "")]);
        let joined: String = parts.iter().map(|part| part.text).collect();
        assert_eq!(joined, "Hi neighbor, unit of Harbor Row:");
        let filled = render_parts("Hi {{name|you}} of {{unit}}", &ANA);
        assert!(filled.iter().all(|part| !part.is_fallback), "{filled:?}");
    }

    #[test]
    fn unclosed_braces_are_kept_as_text() {
        assert_eq!(render("a {{b and }} c {{d", &ANA), "a c {{d");
        assert_eq!(render("a {b} {{", &ANA), "a {b} {{");
    }

    #[test]
    fn unknown_fields_are_listed_once() {
        assert_eq!(unknown_fields("{{balance}} {{unit}} {{balance|x}} {{Name}}"), ["balance", "Name"]);
    }

    #[test]
    fn a_text_without_a_sender_gets_one() {
        let communities = ["Harbor Row".to_owned(), "Osprey Lake".to_owned()];
        let added = |text: &str| with_sender(text, "Harborline", &communities).1;
        assert!(added("Water is off."));
        assert!(added("Harbor Row: water is off."), "it goes to Osprey Lake as well");
        assert!(!added("HARBORLINE: water is off."));
        assert!(!added("Water is off in {{community}}."));
        assert!(!added("Harbor Row and Osprey Lake: water is off."));
    }

    #[test]
    fn a_sender_is_recognized_by_its_full_name_outside_of_fallbacks() {
        let added = |text: &str, community: &str| with_sender(text, "Parlor", &[community.to_owned()]).1;
        for text in [
            "Meet in the parlor at noon.",
            "Meet in the park at noon.",
            "Parlors are closed.",
            "Hi {{first_name|Harbor Row}}, water is off.",
            "Hi {{first_name|Parlor}}, water is off.",
            "Harbor {{unit}} Row: water is off.",
            "Harbor Rowing Club meets today.",
        ] {
            assert!(added(text, "Harbor Row") && added(text, "The Park"), "{text}");
        }
        for text in [
            "Parlor: water is off.",
            "PARLOR: water is off.",
            "Water is off at Harbor Row.",
            "Harbor Row's water is off.",
            "Harbor  Row, Hi {{first_name|neighbor}}",
        ] {
            assert!(!added(text, "Harbor Row"), "{text}");
        }
        assert!(!added("Water is off at the Park.", "The Park"));
        assert!(!added("42 Main: water is off.", "42 Main"));
        assert!(!added("elm house: water is off.", "elm house"), "the name is in lower case");
    }
}
