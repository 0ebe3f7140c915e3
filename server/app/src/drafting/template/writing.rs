//! Templates of the writing assistant.
use super::{DraftLength, DraftTone, Inputs, Names, WritingPurpose, capitalized, sentences};

/// The fixed parts of a purpose.
struct Frame {
    heading: &'static str,
    greeting: &'static str,
    opening: &'static str,
    closing: &'static str,
}

fn frame(purpose: WritingPurpose) -> Frame {
    let (heading, greeting, opening, closing) = match purpose {
        WritingPurpose::Unspecified | WritingPurpose::Notice => {
            ("Notice", "Dear neighbors,", "Please note the following.", "Questions? Reply to this notice.")
        }
        WritingPurpose::BoardUpdate => (
            "Board update",
            "Dear board members,",
            "Here is where things stand.",
            "Please reply with any questions.",
        ),
        WritingPurpose::ViolationLetter => (
            "Notice of a rule violation",
            "Dear resident,",
            "We are writing about the community's rules.",
            "Please correct this, or reply to tell us how you see it.",
        ),
        WritingPurpose::WelcomeLetter => (
            "Welcome",
            "Dear new neighbor,",
            "Welcome! Here is what helps at the start.",
            "We are glad that you are here.",
        ),
        WritingPurpose::ComplaintReply => (
            "Your message",
            "Dear resident,",
            "Thank you for telling us. We take this seriously.",
            "Please reply if anything is missing.",
        ),
        WritingPurpose::MaintenanceNotice => (
            "Maintenance work",
            "Dear neighbors,",
            "Maintenance work is planned in the community.",
            "Thank you for your patience.",
        ),
        WritingPurpose::EventInvitation => {
            ("Invitation", "Dear neighbors,", "You are invited.", "We look forward to seeing you.")
        }
        WritingPurpose::PaymentReminder => (
            "Payment reminder",
            "Dear homeowner,",
            "This is a reminder about your account.",
            "If you have already paid, thank you. Please reply if you need help.",
        ),
    };
    Frame { heading, greeting, opening, closing }
}

/// Generates a text of the writing assistant.
pub fn render(inputs: &Inputs, names: &Names) -> String {
    let frame = frame(WritingPurpose::try_from(inputs.purpose).unwrap_or_default());
    let said = sentences(&inputs.notes);
    let (subject, body) = match said.split_first() {
        // A short first sentence is the subject.
        Some((first, rest)) if !rest.is_empty() && first.split_whitespace().count() <= 6 => {
            (first.trim_end_matches('.').to_owned(), rest)
        }
        _ => (format!("{} from {}", frame.heading, names.place()), &said[..]),
    };
    let greeting = match inputs.audience.as_str() {
        "" | "Everyone" => frame.greeting.to_owned(),
        audience => format!("Dear {},", audience.to_lowercase()),
    };
    let tone = DraftTone::try_from(inputs.tone).unwrap_or_default();
    let is_short = inputs.length == DraftLength::Short as i32;
    let mut parts = vec![format!("# {}", capitalized(&subject)), greeting];
    if !is_short {
        parts.push(frame.opening.to_owned());
    }
    parts.push(body.join(" "));
    match tone {
        DraftTone::Friendly => parts.push(format!("Thank you! {}", frame.closing)),
        DraftTone::Firm => parts.push(format!("This applies to everyone. {}", frame.closing)),
        DraftTone::Unspecified | DraftTone::Neutral if !is_short => parts.push(frame.closing.to_owned()),
        DraftTone::Unspecified | DraftTone::Neutral => {}
    }
    parts.push(format!("{}\n{}", names.author, names.company));
    parts.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_first_sentence_is_the_subject() {
        let names = Names { author: "Dana Okafor".into(), company: "Harborline".into(), ..Names::default() };
        let inputs = Inputs {
            purpose: WritingPurpose::Notice as i32,
            notes: "Garage cleaning. Dec 1 level P1.".into(),
            ..Inputs::default()
        };
        let text = render(&inputs, &names);
        assert!(text.starts_with("# Garage cleaning\n\nDear neighbors,\n\n"), "{text}");
        assert!(text.contains("Dec 1 level P1."), "{text}");
        assert!(text.ends_with("Dana Okafor\nHarborline"), "{text}");
    }
}
