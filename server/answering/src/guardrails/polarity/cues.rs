//! Words and phrases that qualify a statement, as they occur after tokenization: lowercase, without apostrophes, "n't" as
//! "not".

/// How a statement is qualified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Qualifier {
    /// Denied or forbidden.
    Negated,
    Permitted,
    /// "You can pay online": weaker than [`Qualifier::Permitted`].
    Possible,
    Required,
    NotRequired,
    Free,
    Charged,
    /// Closed to everybody.
    Closed,
    Only,
    Except,
    Without,
    Always,
    Before,
    After,
    Until,
    AtLeast,
    AtMost,
    Over,
    Under,
    NeedsApproval,
    Conditional,
    Recommended,
}

/// The function of a phrase, before negations are resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// States a qualifier regardless of negations.
    States(Qualifier),
    Negation,
    /// A permission; negated, a prohibition.
    Permission,
    /// An ability: a weak permission; negated, a prohibition.
    Ability,
    /// An order; negated, a prohibition.
    Order,
    /// A need; negated, not required.
    Need,
    /// A prohibition; negated, a permission.
    Prohibition,
    /// Open; negated, closed.
    Opening,
    /// A phrase that contains the words of a cue without its meaning.
    Neutral,
}

/// English phrases, separated by commas, and their function. The longest match counts; among equals the first.
pub const ENGLISH_CUES: &[(&str, Cue)] = &[
    ("no later than, not later than", Cue::States(Qualifier::Before)),
    ("no earlier than, not earlier than, not before", Cue::States(Qualifier::After)),
    (
        "no more than, not more than, no longer than, no larger than, no fewer or more than, not to exceed, not exceed, \
         at most, at the most, a maximum of, maximum, max, or less, or fewer, up to, as many as, limit, limits, limit of, \
         or under, or younger, or shorter, or smaller",
        Cue::States(Qualifier::AtMost),
    ),
    (
        "no less than, not less than, no fewer than, at least, at the least, a minimum of, minimum, min, or more, \
         or older, or over, or longer, or above",
        Cue::States(Qualifier::AtLeast),
    ),
    (
        "feel free, not hesitate, toll free, hands free, hassle free, not only, no problem, no worries, no doubt, not sure, \
         whether or not, over the phone, once over, after all, before long, due to, have a nice, no matter",
        Cue::Neutral,
    ),
    ("smoke free, pet free, drug free", Cue::Prohibition),
    (
        "free of charge, free of cost, no charge, no charges, no fee, no fees, no cost, no costs, no extra charge, \
         no extra fee, no extra cost, no additional charge, no additional fee, no additional cost, without charge, \
         without a charge, without a fee, without cost, not charged, not charge, not cost, not pay, not have to pay, \
         costs nothing, cost nothing, nothing to pay, complimentary, gratis, on the house, for free, free, waived",
        Cue::States(Qualifier::Free),
    ),
    (
        "fee, fees, charge, charges, charged, cost, costs, pay, pays, paid, payable, payment, payments, price, prices, \
         deposit, dollar, dollars, fined, fines, surcharge",
        Cue::States(Qualifier::Charged),
    ),
    (
        "only, solely, exclusively, exclusive, reserved for, restricted to, limited to",
        Cue::States(Qualifier::Only),
    ),
    (
        "except, excepting, excepted, exception, exceptions, unless, excluding, excluded, other than, apart from, \
         aside from",
        Cue::States(Qualifier::Except),
    ),
    ("without", Cue::States(Qualifier::Without)),
    (
        "at all times, at all hours, at any time, any time, anytime, always, around the clock, every time, day and night",
        Cue::States(Qualifier::Always),
    ),
    ("closed, shut, closure, closures, out of order, out of service", Cue::States(Qualifier::Closed)),
    ("before, prior, in advance, ahead of, earlier than, beforehand", Cue::States(Qualifier::Before)),
    ("after, afterwards, later than, past", Cue::States(Qualifier::After)),
    ("until, till, through, thru, between", Cue::States(Qualifier::Until)),
    (
        "more than, longer than, larger than, older than, greater than, higher than, over, above, exceed, exceeds, \
         exceeding, beyond",
        Cue::States(Qualifier::Over),
    ),
    (
        "less than, fewer than, shorter than, smaller than, younger than, lower than, under, below",
        Cue::States(Qualifier::Under),
    ),
    (
        "approval, approve, approves, approved, permission, consent, authorization, authorized",
        Cue::States(Qualifier::NeedsApproval),
    ),
    ("if, provided, providing, as long as, so long as, on condition", Cue::States(Qualifier::Conditional)),
    ("should, ought, recommended, recommend, advised", Cue::States(Qualifier::Recommended)),
    ("optional, voluntary", Cue::States(Qualifier::NotRequired)),
    (
        "prohibited, prohibit, prohibits, forbidden, forbid, forbids, banned, ban, bans, disallowed, off limits, illegal, \
         unable, refrain, denied, deny, denies, declined, rejected, reject, refused, refuse, impossible, unavailable, \
         against the rules, violation, avoid",
        Cue::Prohibition,
    ),
    ("must, shall", Cue::Order),
    (
        "have to, has to, had to, required, require, requires, requirement, needs, need, needed, mandatory, obligatory, \
         obliged, necessary, supposed to",
        Cue::Need,
    ),
    (
        "allowed, allow, allows, permitted, may, are welcome, is welcome, allowable, acceptable",
        Cue::Permission,
    ),
    ("can, able, could, possible", Cue::Ability),
    ("open, opens, opened", Cue::Opening),
    (
        "not, no, never, none, nobody, nothing, neither, nor, nowhere, no one, hardly, barely, rarely, seldom",
        Cue::Negation,
    ),
];

/// Spanish and French phrases and their function.
pub const SPANISH_AND_FRENCH_CUES: &[(&str, Cue)] = &[
    (
        "no más de, no mas de, como máximo, a lo sumo, máximo, máxima, hasta un máximo, pas plus de, au plus, \
         au maximum, maximum, límite, limite",
        Cue::States(Qualifier::AtMost),
    ),
    (
        "no menos de, al menos, por lo menos, como mínimo, mínimo, mínima, pas moins de, au moins, au minimum, minimum",
        Cue::States(Qualifier::AtLeast),
    ),
    (
        "sin costo, sin coste, sin cargo, sin cargos, no cuesta, no se cobra, no tiene costo, gratis, gratuito, gratuita, \
         gratuitos, gratuitas, gratuitamente, sans frais, gratuit, gratuite, gratuits, gratuites, gratuitement",
        Cue::States(Qualifier::Free),
    ),
    (
        "solo, sólo, solamente, únicamente, exclusivamente, seulement, uniquement, exclusivement, seuls, seules, seul, \
         réservé aux, réservée aux",
        Cue::States(Qualifier::Only),
    ),
    ("excepto, salvo, a menos, excepción, sauf, excepté, à moins, exception", Cue::States(Qualifier::Except)),
    ("sin, sans", Cue::States(Qualifier::Without)),
    (
        "siempre, en todo momento, a cualquier hora, toujours, à tout moment, en tout temps",
        Cue::States(Qualifier::Always),
    ),
    ("cerrado, cerrada, cerrados, cerradas, fermé, fermée, fermés, fermées", Cue::States(Qualifier::Closed)),
    (
        "antes, anterior, previo, previa, antelación, anticipación, víspera, avant, avance, veille",
        Cue::States(Qualifier::Before),
    ),
    ("después, tras, luego, après", Cue::States(Qualifier::After)),
    (
        "no es necesario, no hace falta, no es obligatorio, no se requiere, no se necesita, no necesita, no tiene que, \
         no tienen que, opcional, pas nécessaire, pas besoin, pas obligatoire, facultatif, facultative",
        Cue::States(Qualifier::NotRequired),
    ),
    (
        "debe, deben, debes, deberá, deberán, tiene que, tienen que, hay que, obligatorio, obligatoria, obligatorios, \
         necesita, necesitan, requiere, requieren, requerido, requerida, necesario, necesaria, exige, doit, doivent, \
         devez, faut, obligatoire, obligatoires, nécessaire, requis, requise, exigé, exigée, besoin",
        Cue::States(Qualifier::Required),
    ),
    (
        "prohibido, prohibida, prohibidos, prohibidas, prohíbe, prohíben, vedado, interdit, interdite, interdits, \
         interdites, défendu, défendue",
        Cue::Prohibition,
    ),
    (
        "abierto, abierta, abiertos, abiertas, abre, abren, ouvert, ouverte, ouverts, ouvertes, ouvre, ouvrent",
        Cue::Opening,
    ),
    (
        "no, nunca, jamás, ni, nadie, ningún, ninguno, ninguna, tampoco, nada, ne, n, pas, jamais, aucun, aucune, ni, \
         rien, non",
        Cue::Negation,
    ),
];

/// Words that join clauses.
pub const CLAUSE_JOINERS: &[&str] =
    &["but", "and", "or", "while", "though", "although", "however", "whereas", "plus"];

/// Words that join clauses, for the grouping of facts.
pub const ENTITLEMENT_JOINERS: &[&str] =
    &["but", "and", "or", "while", "though", "although", "however", "whereas", "plus", "then", "otherwise"];

/// Verb forms that make a part of a sentence a clause of its own.
pub const VERBS: &str = "is, are, was, were, be, am, can, may, must, will, shall, should, do, does, did, has, have, need, \
    needs, require, requires, required, allowed, permitted, prohibited, forbidden, open, opens, closed, closes, pay, pays, cost, costs, \
    not, cannot, use, keep, call, goes, go";

/// Words without content.
pub const STOP_WORDS: &str = "the, and, for, you, your, yours, they, them, their, its, this, that, these, those, there, here, with, \
    from, are, was, were, has, have, had, will, would, does, did, our, ours, any, all, also, each, every, who, which, \
    what, when, where, while, than, then, into, onto, out, per, please, thanks, thank, hello, sure, yes, course, \
    absolutely, certainly, happy, help, just, some, such, very, too, but, however, being, been, get, gets, got, let, \
    lets, know, say, says, available, own, one, use, used, uses, using";

/// Additional words without content in the context of a fact.
pub const ENTITLEMENT_STOP_WORDS: &[&str] = &[
    "about",
    "after",
    "allowed",
    "always",
    "am",
    "an",
    "around",
    "as",
    "at",
    "be",
    "before",
    "between",
    "both",
    "by",
    "can",
    "could",
    "do",
    "either",
    "if",
    "in",
    "is",
    "it",
    "least",
    "less",
    "ll",
    "make",
    "may",
    "me",
    "more",
    "most",
    "must",
    "my",
    "need",
    "needs",
    "never",
    "no",
    "not",
    "note",
    "now",
    "of",
    "off",
    "on",
    "only",
    "or",
    "permitted",
    "plus",
    "re",
    "remember",
    "required",
    "shall",
    "should",
    "so",
    "through",
    "thru",
    "till",
    "to",
    "until",
    "up",
    "us",
    "ve",
    "we",
    "welcome",
];

/// Words that occur in the context of any time.
pub const TIME_STOP_WORDS: &[&str] =
    &["open", "close", "start", "begin", "end", "run", "go", "hour", "time", "day", "daily", "everyday"];
/// Words that occur in the context of any price.
pub const MONEY_STOP_WORDS: &[&str] =
    &["pay", "paid", "cost", "charge", "price", "amount", "total", "dollar"];
/// Words that occur in the context of any phone number, link or email address.
pub const CONTACT_STOP_WORDS: &[&str] = &[
    "call", "phone", "dial", "ring", "number", "reach", "contact", "visit", "see", "go", "link", "site",
    "website", "online", "email", "mail", "write",
];

/// Words before the end of a range.
pub const RANGE_ENDS: &[&str] = &[
    "to", "until", "till", "through", "thru", "by", "before", "close", "closes", "closing", "end", "ends",
    "ending",
];
/// Words before the start of a range.
pub const RANGE_STARTS: &[&str] = &[
    "from",
    "between",
    "after",
    "open",
    "opens",
    "opening",
    "start",
    "starts",
    "starting",
    "begin",
    "begins",
    "beginning",
];

/// Words between the facts of a range, in English, Spanish and French.
pub const RANGE_WORDS: &[&str] = &[
    "to", "until", "till", "through", "thru", "at", "dollars", "a", "à", "las", "hasta", "al", "au", "jusqu",
    "los",
];

/// Keys of the months.
pub const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Phrases that relate facts by the order in which subjects are named.
pub const ORDER_REFERENCES: &str = "respectively, the former, the latter, vice versa, the other way around, the other way round, \
    in that order, in this order";

/// Phrases that affirm a question.
pub const AFFIRMATIONS: &str = "yes, sure, absolutely, certainly, definitely, of course, yep, yeah, correct, right, great news, \
    good news";

/// Phrases of courtesy; a sentence with one of them may be ignored.
pub const COURTESIES: &str = "any questions, other questions, more questions, further questions, anything else, more help, \
    let me know, let us know, happy to help, glad to help, happy to assist, here to help, not hesitate, hope this helps, \
    hope that helps, have a great, have a nice, have a good, have fun, thanks for, thank you for, great question, \
    good question, welcome to, we hope, hope you enjoy, see you, take care, stay safe, we appreciate, enjoy your";

/// Qualifiers that a courtesy may have.
pub const QUALIFIERS_IN_COURTESIES: &[Qualifier] =
    &[Qualifier::Conditional, Qualifier::Possible, Qualifier::Required];

/// Phrases with which a sentence is not a courtesy: "you must let us know".
pub const OBLIGATIONS: &str = "must, have to, has to, required";
