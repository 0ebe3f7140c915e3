//! Templates of the assistants, except minutes.
use super::{DraftFieldKey as Key, Inputs, Names, bulleted, capitalized, numbered, or_missing, sentences};
use crate::drafting::document::PAGE_BREAK;

/// Maximum number of characters of a post on X.
const SHORT_POST: usize = 280;

/// A numbered scope, exclusions, requirements and a bid table.
pub fn scope_of_work(inputs: &Inputs, names: &Names) -> String {
    let scope = sentences(&inputs.notes);
    let rows: String =
        scope.iter().zip(1..).map(|(item, number)| format!("| {number} | {item} | | | |\n")).collect();
    format!(
        "# Scope of work: {trade}\n\n\
         Site: {site}\nCommunity: {place}\nPrepared by: {author}, {company}\nBids due or work finished by: {deadline}\n\n\
         ## Scope\n\n{scope}\n\
         ## Constraints\n\n{constraints}\n\
         ## Exclusions\n\n- Work that the scope does not list\n- Changes without written approval\n\n\
         ## Insurance and license\n\n\
         - Current license for the trade\n- General liability insurance that names the association\n\
         - Workers' compensation insurance\n- Certificates before work starts\n\n\
         ## Bid table\n\n| Item | Work | Quantity | Unit price | Total |\n| --- | --- | --- | --- | --- |\n{rows}",
        trade = inputs.field(Key::Trade),
        site = inputs.field(Key::Site),
        place = names.place(),
        author = names.author,
        company = names.company,
        deadline = or_missing(inputs.field(Key::Deadline)),
        scope = numbered(&scope),
        constraints = bulleted(&sentences(or_missing(inputs.field(Key::Constraints)))),
    )
}

/// Numbered clauses, passages of the documents that mention them, and a summary.
pub fn policy(inputs: &Inputs, names: &Names) -> String {
    let clauses = sentences(&inputs.notes);
    let mut related = Vec::new();
    for (clause, number) in clauses.iter().zip(1..) {
        for source in &inputs.sources {
            if let Some((place, text)) = best_line(clause, &source.text) {
                related.push(format!("Clause {number}: {}, {place}: \"{text}\"", source.name));
            }
        }
    }
    if related.is_empty() {
        related.push("No passage of the documents mentions these clauses.".to_owned());
    }
    format!(
        "# Policy of {place}\n\nEffective: {effective}\n\n## Clauses\n\n{clauses}\n\
         ## Related passages to check for conflicts\n\n{related}\n\
         ## Summary for residents\n\n{summary}\n\nPrepared by {author}, {company}. The board adopts policies.\n",
        place = names.place(),
        effective = or_missing(inputs.field(Key::EffectiveDate)),
        clauses = numbered(&clauses),
        related = bulleted(&related),
        summary = clauses.join(" "),
        author = names.author,
        company = names.company,
    )
}

/// Returns the line of a document that shares most words with a clause, with its page, or with its line
/// number in a document without pages.
fn best_line<'t>(clause: &str, document: &'t str) -> Option<(String, &'t str)> {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3);
        words.map(|word| word.to_lowercase().trim_end_matches('s').to_owned()).collect()
    };
    let sought = words(clause);
    let has_pages = document.contains(PAGE_BREAK);
    let pages = document.split(PAGE_BREAK).zip(1..);
    let lines = pages.flat_map(|(page, number)| page.lines().map(move |line| (number, line.trim())));
    let score = |line: &str| words(line).iter().filter(|word| sought.contains(word)).count();
    let best = lines
        .zip(1..)
        .filter(|((_, line), _)| !line.is_empty())
        .map(|((page, line), number)| (score(line), number, page, line))
        .max_by_key(|(score, number, ..)| (*score, std::cmp::Reverse(*number)));
    let (_, number, page, line) = best.filter(|(score, ..)| *score >= 2)?;
    let place = if has_pages { format!("page {page}") } else { format!("line {number}") };
    Some((place, line))
}

/// Both accounts side by side, questions and options, and a proposed letter.
pub fn mediation(inputs: &Inputs, names: &Names) -> String {
    let (first, second) = (inputs.field(Key::FirstParty), inputs.field(Key::SecondParty));
    let accounts = [(first, Key::FirstAccount), (second, Key::SecondAccount)];
    let summary: String = accounts
        .iter()
        .map(|(party, account)| {
            format!("### {party} says\n\n{}\n", bulleted(&sentences(inputs.field(*account))))
        })
        .collect();
    let notes = sentences(&inputs.notes);
    let context =
        if notes.is_empty() { String::new() } else { format!("## Background\n\n{}\n\n", notes.join(" ")) };
    format!(
        "# {first} and {second}\n\nThis is a neutral summary. It is not legal advice.\n\n{context}\
         ## Accounts\n\n{summary}\
         ## Interests to ask about\n\n- What matters most to {first}?\n- What matters most to {second}?\n\
         - What would both accept for a trial period?\n\n\
         ## Options\n\n- A conversation with a staff member present\n- A written agreement on times and places\n\
         - A review by the board\n\n\
         ## Proposed letter\n\nDear {first}, dear {second},\n\n\
         Thank you both for telling us how you see this. We would like to find an agreement that works for you both. \
         Please let us know when you can meet with us.\n\n{author}\n{company}\n",
        author = names.author,
        company = names.company,
    )
}

/// A post for each channel, and a statement.
pub fn social_media(inputs: &Inputs, names: &Names) -> String {
    let facts = sentences(&inputs.notes);
    let all = facts.join(" ");
    let contact = inputs.field(Key::Contact);
    let questions = if contact.is_empty() { String::new() } else { format!(" Questions: {contact}.") };
    format!(
        "# Posts of {place}\n\n## Facebook\n\n{all}{questions}\n\n## Nextdoor\n\nNeighbors of {place}: {all}{questions}\n\n\
         ## Instagram\n\n{first}\n\n## X\n\n{short}\n\n\
         ## Holding statement\n\nWe know about this and are looking into it. {all} We will share what we know when it is \
         confirmed.{questions}\n",
        place = names.place(),
        first = facts.first().map_or("", String::as_str),
        short = fitting(&facts),
    )
}

/// Returns the first facts that fit in a short post.
fn fitting(facts: &[String]) -> String {
    let mut post = String::new();
    for fact in facts {
        if post.chars().count() + fact.chars().count() < SHORT_POST {
            post = format!("{post} {fact}");
        }
    }
    if post.is_empty() {
        post = facts
            .first()
            .map(|fact| fact.chars().take(SHORT_POST - 1).chain(['…']).collect())
            .unwrap_or_default();
    }
    post.trim().to_owned()
}

/// An email or a letter.
pub fn letter(inputs: &Inputs, names: &Names) -> String {
    let subject = inputs.field(Key::Subject);
    let subject =
        if subject.is_empty() { format!("Letter from {}", names.place()) } else { capitalized(subject) };
    let recipient = inputs.field(Key::Recipient);
    let recipient = if recipient.is_empty() { "{{first_name|homeowner}}" } else { recipient };
    format!(
        "# {subject}\n\n{today}\n\nDear {recipient},\n\n{body}\n\nSincerely,\n\n{author}\n{company}\n",
        today = names.today,
        body = sentences(&inputs.notes).join(" "),
        author = names.author,
        company = names.company,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_post_has_at_most_280_characters() {
        let long = vec!["A".repeat(200), "B".repeat(200), "C".repeat(50)];
        assert_eq!(fitting(&long).chars().count(), 251);
        assert_eq!(fitting(&["A".repeat(500)]).chars().count(), SHORT_POST);
    }

    #[test]
    fn a_clause_is_matched_to_the_closest_line_of_a_document() {
        let document = "Article 1\nPets must be leashed in common areas.\nParking is assigned.";
        let line = "Pets must be leashed in common areas.";
        let clause = "Dogs and pets are leashed in all common areas.";
        assert_eq!(best_line(clause, document), Some(("line 2".to_owned(), line)));
        let pages = document.replace("Article 1\n", "Article 1\u{c}");
        assert_eq!(best_line(clause, &pages), Some(("page 2".to_owned(), line)));
        assert_eq!(best_line("The pool closes at ten.", document), None);
    }
}
