//! Recognizes a question that the last blast answers: "until when is the water off?"
//!
//! The bot repeats the blast only in reply to a question about a time, a place, a contact or a reason that the blast
//! states, because other questions may need more information than it contains.
use platform::sms;

/// What a question can ask about. All words are compared in uppercase.
struct QuestionKind {
    /// Phrases that ask about it.
    questions: &'static str,
    /// Words of a blast that state it.
    statements: &'static str,
    /// Whether a number in the blast may state it as well.
    is_number: bool,
}

const QUESTION_KINDS: [QuestionKind; 4] = [
    // A time.
    QuestionKind {
        questions: "WHEN, WHENS, HOW LONG, HOW SOON, HOW MUCH LONGER, WHAT TIME, WHICH TIME, WHAT DAY, WHICH DAY, \
            WHAT DATE, WHAT HOURS",
        statements: "AM, PM, NOON, MIDNIGHT, MORNING, AFTERNOON, EVENING, TONIGHT, NIGHT, TODAY, TOMORROW, MONDAY, \
            TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY, WEEKEND, WEEK, HOUR, HOURS, MINUTES, DAYS, \
            JANUARY, FEBRUARY, MARCH, APRIL, JUNE, JULY, AUGUST, SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER, JAN, \
            FEB, MAR, APR, JUN, JUL, AUG, SEP, SEPT, OCT, NOV, DEC",
        is_number: true,
    },
    // A place.
    QuestionKind {
        questions: "WHERE, WHERES, WHICH FLOOR, WHAT FLOOR, WHICH FLOORS, WHAT FLOORS, WHICH BUILDING, WHAT BUILDING, \
            WHICH BUILDINGS, WHAT BUILDINGS, WHICH TOWER, WHAT TOWER, WHICH ROOM, WHAT ROOM, WHICH GATE, WHAT GATE, \
            WHICH ENTRANCE, WHAT ENTRANCE, WHICH LEVEL, WHAT LEVEL, WHICH GARAGE, WHAT GARAGE, WHICH LOT, WHAT LOT",
        statements: "FLOOR, FLOORS, BUILDING, BUILDINGS, TOWER, TOWERS, ROOM, LOBBY, GATE, GATES, ENTRANCE, LEVEL, \
            LEVELS, GARAGE, LOT, CLUBHOUSE, OFFICE, HALL, ROOF, COURTYARD, PARK, STREET, AVENUE, ROAD, LOCATION",
        is_number: false,
    },
    // A contact.
    QuestionKind {
        questions: "WHO DO I CALL, WHO CAN I CALL, WHO SHOULD I CALL, WHO TO CALL, WHO DO I CONTACT, WHO CAN I CONTACT, \
            WHO SHOULD I CONTACT, WHO TO CONTACT, WHOM DO I CALL, WHOM DO I CONTACT, WHAT NUMBER, WHICH NUMBER, \
            PHONE NUMBER, WHAT EMAIL, WHICH EMAIL, EMAIL ADDRESS",
        statements: "CALL, TEXT, EMAIL, CONTACT, PHONE",
        is_number: false,
    },
    // A reason.
    QuestionKind {
        questions: "WHY, WHYS, HOW COME, WHAT REASON",
        statements: "BECAUSE, DUE, REASON, CAUSED",
        is_number: false,
    },
];

/// Words without meaning for the comparison.
const FILLERS: &str = "A, AN, AND, ANY, ARE, AT, BACK, BE, BY, CAN, COULD, DO, DOES, DONE, EXACTLY, EXPECTED, \
    FOR, FROM, GOING, HELLO, HEY, HI, HOW, I, IDEA, IN, IS, IT, KNOW, LAST, LONG, ME, MUCH, LONGER, OF, OK, \
    OKAY, ON, OUR, OUT, OVER, CALL, COME, CONTACT, EMAIL, PHONE, NUMBER, ADDRESS, REASON, WHERE, WHERES, WHO, \
    WHOM, WHY, WHYS, PLEASE, SHOULD, SO, SOON, START, STARTING, STARTS, STOP, END, ENDS, FINISH, FINISHED, \
    TAKE, TELL, THANK, THANKS, THAT, THE, THERE, THIS, TILL, TIME, TO, UNTIL, WE, WHAT, WHATS, WHEN, WHENS, \
    WHICH, WILL, WITH, WOULD, YOU, YOUR, DAY, DATE, HOURS, SINCE, AGAIN, LL, S, DID, HAS, HAVE, BEEN, BEGIN, \
    BEGINS";

/// Returns whether a question asks about something that a blast states. The other words of the question must
/// mostly occur in the blast.
pub fn is_answered_by_blast(question: &str, blast: &str) -> bool {
    let (asked, told) = (sms::plain(question), sms::plain(blast));
    let whole = format!(" {} ", asked.join(" "));
    let has_number = told.iter().any(|word| word.bytes().next().is_some_and(|first| first.is_ascii_digit()));
    let is_stated = |kind: &QuestionKind| {
        kind.questions.split(", ").any(|phrase| whole.contains(&format!(" {phrase} ")))
            && (kind.is_number && has_number || told.iter().any(|word| is_one_of(word, kind.statements)))
    };
    if !QUESTION_KINDS.iter().any(is_stated) {
        return false;
    }
    let told: Vec<&str> = told.iter().map(|word| stem(word)).collect();
    let subject: Vec<&str> =
        asked.iter().map(String::as_str).filter(|word| !is_one_of(word, FILLERS)).map(stem).collect();
    let known = subject.iter().filter(|word| told.contains(word)).count();
    known * 3 >= subject.len() * 2
}

/// Returns whether a word is in a comma-separated list.
fn is_one_of(word: &str, list: &str) -> bool {
    list.split(", ").any(|one| one == word)
}

/// Removes the ending of a word, so that inflected forms are equal.
fn stem(word: &str) -> &str {
    let stem = ["INGS", "ING", "ED", "ES", "S"].iter().find_map(|ending| word.strip_suffix(ending));
    let Some(stem) = stem.filter(|stem| stem.len() >= 3) else { return word };
    // "Stopping" is "stop".
    let doubled = ["BB", "DD", "GG", "MM", "NN", "PP", "RR", "TT"];
    if doubled.iter().any(|letters| stem.ends_with(letters)) { &stem[..stem.len() - 1] } else { stem }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WATER: &str = "The Meridian: Water is shut off today from 9 am until noon for repairs.";

    #[test]
    fn a_question_about_the_time_is_answered_by_the_blast() {
        for question in [
            "until when?",
            "Until when is the water off",
            "how long will the repairs take",
            "hi, what time does it start?",
            "when will the water be back on",
            "ok thanks. How long?",
        ] {
            assert!(is_answered_by_blast(question, WATER), "{question}");
        }
    }

    #[test]
    fn a_question_on_another_subject_is_not_answered_by_the_blast() {
        for question in [
            "when does the pool open",
            "when is the next board meeting",
            "can i flush the toilet",
            "is the water safe to drink",
            "why is the water off",
            "when will somebody fix my sink",
            "my balance",
        ] {
            assert!(!is_answered_by_blast(question, WATER), "{question}");
        }
    }

    #[test]
    fn a_question_about_place_contact_or_reason_is_answered_by_the_blast() {
        const ELEVATOR: &str = "The Meridian: The elevator of the North Tower stops on the lobby floor tomorrow due to \
            an inspection. If you need help, call 202-555-0188.";
        for question in [
            "which tower?",
            "Which floor does the elevator stop on",
            "where will it stop",
            "who do I call for help?",
            "what number do i call",
            "why is the elevator stopping",
        ] {
            assert!(is_answered_by_blast(question, ELEVATOR), "{question}");
        }
        for question in [
            "where can i park",
            "who do i call about my sink",
            "why is my bill so high",
            "what is the phone number of the gym",
            "which building has the gym",
        ] {
            assert!(!is_answered_by_blast(question, ELEVATOR), "{question}");
        }
    }

    #[test]
    fn a_blast_does_not_answer_what_it_does_not_state() {
        const GARAGE: &str = "The Meridian: the garage is closed.";
        for question in ["until when?", "why is the garage closed", "who do I call?", "which floor?"] {
            assert!(!is_answered_by_blast(question, GARAGE), "{question}");
        }
    }
}
