//! Generates minutes from a transcript by rules: attendance, motions with votes, and action items. Each
//! motion and action item has its time in the transcript.
mod action_items;
mod motions;
mod transcript;

use self::{
    action_items::{ActionItem, action_items},
    motions::{Motion, Outcome, motions},
    transcript::{Line, parse},
};
use super::{DraftFieldKey as Key, Inputs, Names, bulleted, numbered, or_missing};

/// Placeholder for a name that the transcript does not contain.
const NOT_HEARD: &str = "[not heard]";
/// Returns the minutes of a meeting.
pub fn render(inputs: &Inputs, names: &Names) -> String {
    let lines: Vec<Line> = inputs.sources.iter().flat_map(|source| parse(&source.text)).collect();
    let motions: Vec<String> = motions(&lines).iter().map(motion).collect();
    let items: Vec<String> = action_items(&lines).iter().map(item).collect();
    let notes =
        if inputs.notes.is_empty() { String::new() } else { format!("## Notes\n\n{}\n\n", inputs.notes) };
    format!(
        "# Minutes of {place}\n\nMeeting: {date}\n{length}\n## Attendance\n\n{attendance}\n{notes}\
         ## Motions\n\n{motions}\n## Action items\n\n{items}\n\
         Prepared by {author}, {company}. Motions and action items were found by rules; compare them with the transcript.\n",
        place = names.place(),
        date = or_missing(inputs.field(Key::MeetingDate)),
        length = length(&lines),
        attendance = attendance(inputs, &lines),
        motions = if motions.is_empty() { "No motion was found.\n".to_owned() } else { numbered(&motions) },
        items = if items.is_empty() { "No action item was found.\n".to_owned() } else { bulleted(&items) },
        author = names.author,
        company = names.company,
    )
}

fn length(lines: &[Line]) -> String {
    match lines.iter().rev().find_map(|line| line.at) {
        Some(end) => format!("Transcript until: {}\n", transcript::format_time(end)),
        None => String::new(),
    }
}

fn attendance(inputs: &Inputs, lines: &[Line]) -> String {
    let named: Vec<String> = inputs
        .field(Key::Attendees)
        .split(['\n', ','])
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect();
    let mut present = named;
    if present.is_empty() {
        for line in lines.iter().filter(|line| !line.speaker.is_empty()) {
            if !present.contains(&line.speaker) {
                present.push(line.speaker.clone());
            }
        }
    }
    let list = if present.is_empty() { format!("{NOT_HEARD}\n") } else { bulleted(&present) };
    let quorum = match inputs.field(Key::Quorum) {
        "" => String::new(),
        needed => format!("\nQuorum: {needed}\n"),
    };
    format!("{list}{quorum}")
}

fn motion(motion: &Motion) -> String {
    let or_not_heard = |name: &str| if name.is_empty() { NOT_HEARD.to_owned() } else { name.to_owned() };
    let outcome = match motion.outcome {
        Outcome::Carried => "Carried",
        Outcome::Failed => "Failed",
        Outcome::NotRecorded => "Outcome not recorded",
    };
    let vote = if motion.vote.is_empty() { String::new() } else { format!(": \"{}\"", motion.vote) };
    format!(
        "{text}. Moved by {mover}, seconded by {seconder}. {outcome}{vote}{time}",
        text = motion.text,
        mover = or_not_heard(&motion.mover),
        seconder = or_not_heard(&motion.seconder),
        time = reference(&motion.time),
    )
}

fn item(item: &ActionItem) -> String {
    let owner = if item.owner.is_empty() { "[no owner]" } else { &item.owner };
    let due = if item.due.is_empty() { String::new() } else { format!(", due {}", item.due) };
    format!("{} – {owner}{due}{}", item.task, reference(&item.time))
}

fn reference(time: &str) -> String {
    if time.is_empty() { String::new() } else { format!(" ({time})") }
}
