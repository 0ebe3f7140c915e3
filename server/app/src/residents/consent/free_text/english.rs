//! The English grammar.
use super::pattern::{
    Grammar, Pattern, Rule,
    Slot::{Any, Either, End, Not, One},
    Words, is,
};

const STOP: Words = "STOP QUIT CEASE DISCONTINUE HALT";
/// What stops: "stop texting", and "stop calling and texting".
const CONTACTING: Words = "TEXTING TXTING MESSAGING CONTACTING SPAMMING BOTHERING PESTERING HARASSING \
    BUGGING";
const OTHER_CONTACTING: Words = "CALLING EMAILING OR AND DESIST TEXTING MESSAGING";
const CONTACT: Words = "TEXT TXT MESSAGE MSG CONTACT SPAM BOTHER HARASS";
const OTHER_CONTACT: Words = "CALL EMAIL OR AND TEXT MESSAGE CONTACT EVER PLEASE KEEP EVEN BOTHER TO";
const CONTACTED: Words = "TEXTED MESSAGED CONTACTED SPAMMED";
const SEND: Words = "SEND SENDING";
const RECEIVE: Words = "GET GETTING RECEIVE RECEIVING";
const ME: Words = "ME US";
/// What follows a verb of contact if its object is someone else.
const OTHERS: Words = "YOU HIM HER HIS THEM THEIR THE A AN OTHER OTHERS PEOPLE EVERYONE EVERYBODY MY OUR \
    EACH";
const OUR: Words = "THIS MY THAT OUR";
const PHONE: Words = "NUMBER PHONE CELL CELLPHONE LINE MOBILE";
const PADDING: Words = "PLEASE PLS PLZ NOW ANYMORE ANY MORE AGAIN EVER THANKS THANK YOU THX OK IMMEDIATELY \
    ALREADY ASAP TODAY AT ALL EITHER";

const DETERMINERS: Words = "ALL OF THE THESE THOSE ANY MORE YOUR SUCH SO MANY MUCH THIS THAT TEXT SMS MASS \
    GROUP AUTOMATED AUTOMATIC ANNOYING STUPID DAMN UNWANTED CONSTANT ENDLESS SPAM ANOTHER FURTHER ADDITIONAL \
    FUTURE PHONE MARKETING PROMOTIONAL COMMUNITY ANYMORE";
const MESSAGES: Words = "TEXTS MESSAGES TXTS MSGS SMS TEXTMESSAGES TEXT MESSAGE TXT MSG";
const NOTICES: Words = "NOTIFICATIONS ALERTS UPDATES REMINDERS ANNOUNCEMENTS BLASTS SPAM NOTICES";
const OF_TEXTS: Words = "TEXT SMS TXT PHONE MASS";
/// Texts in any words: "all of these text alerts".
const TEXTS: &[Pattern] =
    &[&[Any(DETERMINERS), One(MESSAGES)], &[Any(DETERMINERS), One(OF_TEXTS), One(NOTICES)]];
/// The same in the plural.
const MANY_TEXTS: &[Pattern] = &[
    &[Any(DETERMINERS), One("TEXTS MESSAGES TXTS MSGS TEXTMESSAGES")],
    &[Any(DETERMINERS), One(OF_TEXTS), One(NOTICES)],
];
/// Things received that can only be texts here: "these updates".
const RECEIVED: &[Pattern] = &[
    &[Any(DETERMINERS), One(MESSAGES), Not("TO BACK")],
    &[Any(DETERMINERS), One(MESSAGES), One("TO"), One("ME US MY THIS")],
    &[Any(DETERMINERS), One(NOTICES), Not("TO ON")],
    &[Any(DETERMINERS), One("STUFF CRAP JUNK GARBAGE SHIT"), Any(PADDING), End],
];
const THESE: Words = "THIS THESE THOSE THEM";

const LISTED: Words = "THE THIS THAT YOUR ALL ANY THESE TEXT TEXTING SMS MAILING CONTACT CALL CALLING \
    DISTRIBUTION MESSAGE MESSAGING BROADCAST GROUP NOTIFICATION BLAST ALERT PHONE MARKETING MASS OF FROM \
    DAMN STUPID YOU GUYS";
/// Lists of texts that a person can be taken off: not "the waitlist", nor "the list for parking".
const LIST: &[Pattern] = &[&[
    Any(LISTED),
    One(
        "LIST LISTS TEXTS MESSAGES DATABASE SYSTEM THREAD CHAT ALERTS NOTIFICATIONS BLASTS CONTACTS RECORDS \
        GROUP UPDATES REMINDERS",
    ),
    Not("FOR OF"),
]];
const NUMBER: Pattern = &[One(OUR), Any("CELL PHONE MOBILE CONTACT"), One(PHONE)];
/// What is taken off.
const MYSELF: &[Pattern] = &[&[One(ME)], NUMBER, &[One("MY OUR"), One("NAME INFO CONTACT INFORMATION")]];
const REMOVE: Words = "TAKE REMOVE DELETE DROP GET PULL STRIKE SCRATCH CUT ERASE UNSUBSCRIBE";
const NEGATION: Words = "DONT NOT NEVER";
const WANT: Words = "WANT WANNA WISH NEED CARE DESIRE";
const ADVERBS: Words = "REALLY ACTUALLY JUST HONESTLY PARTICULARLY EVER EVEN";
const WANTED: Words = "TO GET GETTING RECEIVE RECEIVING HAVE BE SENT FOR ANY KEEP SUBSCRIBE SEE READ";
const SOMEBODY: Words = "YOU YALL GUYS ANYONE ANYBODY PARLOR";
const KEEPS: Words = "TO EVER KEEP BE GUYS";
const CONTACT_OR_CONTACTING: Words = "TEXT TEXTING TXT MESSAGE MESSAGING CONTACT CONTACTING SPAM SPAMMING";
/// What is rejected after "don't want" and "no longer want".
const REJECTED: &[Pattern] = &[
    &[Any(WANTED), Either(RECEIVED)],
    &[Any(WANTED), One(RECEIVE), Any("ANY OF MORE"), One(THESE), Any(PADDING), End],
    &[Any(SOMEBODY), Any(KEEPS), One(SEND), Any(ME), Either(RECEIVED)],
    &[Any("TO"), One("BE"), Any("EVER"), One(CONTACTED)],
    &[Any(SOMEBODY), Any(KEEPS), One(CONTACT_OR_CONTACTING), One(ME)],
    &[One("TO"), One("HEAR"), One("FROM"), One(SOMEBODY)],
    &[Any("TO"), One("BE"), One("ON"), Either(LIST)],
];

/// Requests and orders to stop or to remove something, and questions how to.
const STOPPING: &[Pattern] = &[
    &[One(STOP), Any(OTHER_CONTACTING), One(CONTACTING), Not(OTHERS)],
    &[One(STOP), Any(OTHER_CONTACTING), One(CONTACTING), Either(&[NUMBER])],
    &[One(STOP), One("SENDING"), Any(ME), Either(RECEIVED)],
    &[One(STOP), One("SENDING"), One(ME), Any(THESE), Any("STUFF THINGS ANYTHING"), Any(PADDING), End],
    &[One(STOP), One("SENDING"), One(THESE), Any("TO ME US"), Any(PADDING), End],
    &[One(STOP), One(RECEIVE), Either(RECEIVED)],
    &[One(STOP), Any("WITH"), Either(TEXTS)],
    &[One(STOP), One("BLOWING"), One("UP"), Either(&[NUMBER])],
    &[One("CANCEL DISABLE DEACTIVATE END"), One("MY THESE THOSE ALL YOUR"), Either(MANY_TEXTS)],
    &[One("CANCEL DISABLE DEACTIVATE"), Either(MANY_TEXTS)],
    &[One("CANCEL"), Any("MY THIS"), One(OF_TEXTS), One("SUBSCRIPTION SERVICE")],
    &[One("TURN SHUT SWITCH CUT"), One("OFF OUT"), Any("MY"), Either(TEXTS)],
    &[One("TURN SHUT SWITCH"), Either(TEXTS), One("OFF")],
    &[One("TAKE GET DROP PULL CUT"), Either(MYSELF), One("OFF"), Any("OF"), Any(THESE), Any(PADDING), End],
    &[One("REMOVE DELETE ERASE UNSUBSCRIBE"), Either(&[&[One(ME)], NUMBER]), Any(PADDING), End],
    &[One("LOSE FORGET"), Either(&[NUMBER]), Any(PADDING), End],
    &[One(REMOVE), Either(MYSELF), One("OFF FROM OUT"), Either(LIST)],
    &[One("BE"), One("TAKEN REMOVED DELETED UNSUBSCRIBED"), One("OFF FROM"), Either(LIST)],
    &[One("UNSUBSCRIBE"), Any("ME US"), Not("FROM MY OUR")],
    &[One("UNSUBSCRIBE"), Any("ME US"), One("FROM"), Either(TEXTS)],
    &[One("UNSUBSCRIBE"), Any("ME US"), One("FROM"), Any("ALL"), One(THESE), Any(PADDING), End],
    &[One("OPT OPTING"), Any("ME US MY THIS NUMBER PHONE"), One("OUT"), Not("OF FROM")],
    &[
        One("OPT OPTING"),
        Any("ME US"),
        One("OUT"),
        One("OF FROM"),
        Any("GETTING RECEIVING YOUR"),
        Either(&[
            &[Any(DETERMINERS), One(MESSAGES)],
            &[Any(DETERMINERS), One(NOTICES)],
            &[One(THESE), Any(PADDING), End],
        ]),
    ],
];

/// Statements that consent is withdrawn.
const WITHDRAWING: &[Pattern] = &[
    &[One("REVOKE WITHDRAW"), Any("MY ALL"), One("CONSENT PERMISSION"), Any(PADDING), End],
    &[
        One("REVOKE WITHDRAW"),
        Any("MY ALL"),
        One("CONSENT PERMISSION"),
        Any("TO FOR BE RECEIVE GET RECEIVING GETTING"),
        Either(&[&[One(CONTACTED)], &[Any(DETERMINERS), One(MESSAGES)]]),
    ],
    &[One("WANT WANNA"), Any("TO BE GET"), One("OFF"), Either(LIST)],
    &[One("WANT WANNA"), One("OUT"), One("OF"), Either(MANY_TEXTS)],
];

/// Statements that something is not wanted.
const REJECTING: &[Pattern] = &[
    &[One(NEGATION), Any(ADVERBS), One(WANT), Either(REJECTED)],
    &[One("NO"), One("LONGER"), Any(ADVERBS), One(WANT), Either(REJECTED)],
    &[One("NOT LONGER"), Any(ADVERBS), One("INTERESTED"), One("IN"), Any(WANTED), Either(RECEIVED)],
    &[One("DONT NOT NEVER DIDNT"), One("CONSENT CONSENTED AGREE AGREED"), One("TO"), Either(REJECTED)],
];

/// Orders not to do something.
const FORBIDDING: &[Pattern] = &[
    &[One(NEGATION), Any(OTHER_CONTACT), One(CONTACT), Any("OR AND EMAIL CALL"), One(ME)],
    &[One(NEGATION), Any(OTHER_CONTACT), One(CONTACT), Any("AT ON TO"), Either(&[NUMBER])],
    &[One(NEGATION), Any(OTHER_CONTACT), One("TEXTING MESSAGING CONTACTING"), One(ME)],
    &[One(NEGATION), Any("EVER PLEASE KEEP"), One(SEND), Any(ME), Either(RECEIVED)],
    &[
        One(NEGATION),
        Any("EVER PLEASE KEEP"),
        One(SEND),
        One(ME),
        Any("ANY OF THIS THAT"),
        One("MORE ANYMORE AGAIN THESE ANYTHING"),
        Any("ELSE OF THESE"),
        Any(PADDING),
        End,
    ],
];

const NO_MORE: &[Pattern] = &[
    &[One("NO"), One("MORE FURTHER ADDITIONAL"), Either(TEXTS)],
    &[One("ENOUGH"), One("OF WITH ALREADY"), Either(TEXTS)],
];

const NO_TEXTS: &[Pattern] = &[&[One("NO"), Either(TEXTS), Any(PADDING), End]];

const LEAVE_ALONE: &[Pattern] = &[&[One("LEAVE"), One(ME), One("ALONE")]];

pub const GRAMMAR: Grammar = Grammar {
    rules: &[
        Rule { patterns: STOPPING, can_follow: can_be_request },
        Rule {
            patterns: WITHDRAWING,
            can_follow: |before| {
                can_be_own_statement(before) && !before.last().is_some_and(|word| is(word, NEGATIONS))
            },
        },
        Rule { patterns: REJECTING, can_follow: can_be_own_statement },
        Rule { patterns: FORBIDDING, can_follow: can_be_order },
        Rule { patterns: NO_MORE, can_follow: |before| !before.iter().any(|word| is(word, REPORTS)) },
        Rule { patterns: NO_TEXTS, can_follow: |before| before.iter().all(|word| is(word, PADDING)) },
        Rule { patterns: LEAVE_ALONE, can_follow: can_be_plea },
    ],
    third_parties: "NEIGHBOR NEIGHBORS NEIGHBOUR NEIGHBOURS TENANT TENANTS VENDOR VENDORS SOMEONE SOMEBODY \
        SPAMMERS SCAMMERS SCAMMER ROOMMATE ROOMMATES HUSBAND WIFE EX BOYFRIEND GIRLFRIEND REALTOR REALTORS \
        SOLICITORS TELEMARKETERS CONTRACTOR CONTRACTORS",
    self_descriptions: "NOT LONGER AM IM NEVER ISNT AINT WASNT WAS",
    sources: "FROM BY",
    fillers: PADDING,
    limits: &[
        &[One("NIGHT WORK MIDNIGHT BEDTIME DINNER")],
        &[One("AFTER BEFORE PAST DURING WHILE UNTIL TILL")],
        &[One("SO THIS TOO THAT"), One("LATE EARLY")],
        &[One("BY VIA THROUGH"), One("EMAIL MAIL PHONE LETTER")],
        &[One("IN"), One("ENGLISH SPANISH FRENCH THE")],
        &[One("ON"), One("SUNDAY SUNDAYS SATURDAY SATURDAYS WEEKENDS WEEKDAYS HOLIDAYS")],
    ],
};

const NEGATIONS: Words = "DONT NOT NEVER WONT CANT CANNOT DIDNT DOESNT WOULDNT";
const REPORTS: Words = "GET GOT GETTING RECEIVE RECEIVED ARE IS THERE WERE WAS HAVE HAD HAS SAW SEE WHY \
    SAID TOLD";

/// Returns whether "stop" after these words is a request: not in "he won't stop", "don't stop", "did you stop".
fn can_be_request(before: &[String]) -> bool {
    let word = |back: usize| before.len().checked_sub(back).map_or("", |nth| before[nth].as_str());
    let starts_with_you =
        |back: usize| word(back) == "YOU" && (back == before.len() || is(word(back + 1), "IF WHY BUT AND"));
    match word(1) {
        "DONT" | "WONT" | "NEVER" => starts_with_you(2),
        "NOT" => is(word(2), "DO WILL CAN") && starts_with_you(3),
        negation if is(negation, NEGATIONS) => false,
        "YOU" => before.len() == 1 || is(word(2), "CAN COULD WILL WOULD WONT DONT CANT THAT PLEASE MUST"),
        "I" | "WE" => is(word(2), "CAN COULD MAY HOW") || (word(2), word(3)) == ("DO", "HOW"),
        "TO" => {
            let is_negated = (3..=5).any(|back| is(word(back), NEGATIONS) && is(word(back - 1), INTENTIONS));
            !is_negated && !is(word(2), "HIM HER THEM PEOPLE")
        }
        subject => !is(subject, "THEY HE SHE IT WHO TEXTS MESSAGES UPDATES DID HIM HER THEM BUS DIDNT"),
    }
}

/// Verbs of a negated intention: "I don't want to stop".
const INTENTIONS: Words = "WANT WISH NEED MEAN TRYING GOING PLAN INTEND HAVE LIKE";

/// Returns whether "don't want" after these words is what the author wants.
fn can_be_own_statement(before: &[String]) -> bool {
    let subject = before.iter().rev().find(|word| !is(word, "DO REALLY JUST ALSO STILL AM ARE"));
    !subject.is_some_and(|word| is(word, "YOU THEY HE SHE WHO PEOPLE IF DOES DID"))
}

/// Returns whether "don't text me" after these words is an order: not in "they don't text me".
fn can_be_order(before: &[String]) -> bool {
    let subject = before.iter().rev().find(|word| !is(word, "DO JUST ALSO EVER"));
    !subject.is_some_and(|word| is(word, SUBJECTS))
}

/// Words before "don't text me" in a report or a condition.
const SUBJECTS: Words = "YOU THEY HE SHE IT WHO WHY IF PEOPLE DID WILL WOULD COULD CAN DOES IS ARE HAS \
    HAVE WE I OFFICE MANAGER PLUMBER COMPANY BOARD BOT GUY";

/// Returns whether "leave me alone" after these words is said to us.
fn can_be_plea(before: &[String]) -> bool {
    let Some(last) = before.last() else { return true };
    let is_you_to = last == "TO" && before.len() > 1 && before[before.len() - 2] == "YOU";
    is(last, "PLEASE PLS PLZ JUST AND NOW SO OK THEN YOU GUYS YALL STOP") || is_you_to
}
