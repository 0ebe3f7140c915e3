//! Recognizes a question that the last blast answers: "until when is the water off?"
//!
//! The bot repeats the blast only in reply to a question about a time, because other questions may need more
//! information than the blast contains.
use platform::sms;

/// Phrases that ask about a time.
const TIME_QUESTIONS: &str = "WHEN, WHENS, HOW LONG, HOW SOON, HOW MUCH LONGER, WHAT TIME, WHICH TIME, WHAT DAY, WHICH DAY, WHAT DATE, WHAT HOURS";

/// Words that refer to a time.
const TIMES: &str = "AM, PM, NOON, MIDNIGHT, MORNING, AFTERNOON, EVENING, TONIGHT, NIGHT, TODAY, TOMORROW, MONDAY, \
    TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY, WEEKEND, WEEK, HOUR, HOURS, MINUTES, DAYS, \
    JANUARY, FEBRUARY, MARCH, APRIL, JUNE, JULY, AUGUST, SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER, JAN, \
    FEB, MAR, APR, JUN, JUL, AUG, SEP, SEPT, OCT, NOV, DEC";

/// Words without meaning for the comparison.
const FILLERS: &str = "A, AN, AND, ANY, ARE, AT, BACK, BE, BY, CAN, COULD, DO, DOES, DONE, EXACTLY, EXPECTED, FOR, FROM, \
    GOING, HELLO, HEY, HI, HOW, I, IDEA, IN, IS, IT, KNOW, LAST, LONG, ME, MUCH, LONGER, OF, OK, OKAY, \
    ON, OUR, OUT, OVER, PLEASE, SHOULD, SO, SOON, START, STARTING, STARTS, STOP, END, ENDS, FINISH, \
    FINISHED, TAKE, TELL, THANK, THANKS, THAT, THE, THERE, THIS, TILL, TIME, TO, UNTIL, WE, WHAT, \
    WHATS, WHEN, WHENS, WHICH, WILL, WITH, WOULD, YOU, YOUR, DAY, DATE, HOURS, SINCE, AGAIN, LL, S, \
    DID, HAS, HAVE, BEEN, BEGIN, BEGINS";

/// Returns whether a question asks about a time that a blast states. The other words of the question must
/// mostly occur in the blast.
pub fn is_answered_by_blast(question: &str, blast: &str) -> bool {
    let (asked, told) = (sms::plain(question), sms::plain(blast));
    let tells_time = told.iter().any(|word| {
        is_one_of(word, TIMES) || word.bytes().next().is_some_and(|first| first.is_ascii_digit())
    });
    let whole = format!(" {} ", asked.join(" "));
    let asks_time = TIME_QUESTIONS.split(", ").any(|phrase| whole.contains(&format!(" {phrase} ")));
    if !tells_time || !asks_time {
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
    stem.filter(|stem| stem.len() >= 3).unwrap_or(word)
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
    fn a_blast_without_a_time_does_not_answer_questions_about_it() {
        assert!(!is_answered_by_blast("until when?", "The Meridian: the garage is closed."));
    }
}
