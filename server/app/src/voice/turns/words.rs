//! The words that turn a sentence, as they stand in texts: in small letters and without apostrophes, "n't" as "not".

/// What such words do to what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It is not, or may not be.
    No,
    /// It may be.
    Allowed,
    /// The same, which says little: "you can pay online".
    Can,
    /// It must be.
    Must,
    /// It need not be.
    Waived,
    /// It costs nothing.
    Free,
    /// It costs something.
    Charged,
    /// Nobody is let in.
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
    /// Somebody has to agree.
    Approved,
    /// Under a condition.
    If,
    /// Staff should, or advise it.
    Should,
}

/// What a word is, before the words around it are heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It says this by itself.
    Says(Mark),
    /// It takes back what stands behind it, or right before it.
    Not,
    /// A permission: with a not it is none.
    May,
    /// The same that says little by itself: "you can pay online".
    Can,
    /// An order: with a not it forbids.
    Order,
    /// A need: with a not there is none.
    Need,
    /// What forbids: with a not it allows.
    Forbids,
    /// With a not it is closed.
    Open,
    /// It turns nothing.
    Nothing,
}

/// Wordings with commas between, and what they are. The first that fits counts, so longer ones stand before shorter.
pub const ENGLISH: &[(&str, Sign)] = &[
    ("no later than, not later than", Sign::Says(Mark::Before)),
    ("no earlier than, not earlier than, not before", Sign::Says(Mark::After)),
    (
        "no more than, not more than, no longer than, no larger than, no fewer or more than, not to exceed, not exceed, \
         at most, at the most, a maximum of, maximum, max, or less, or fewer, up to, as many as, limit, limits, limit of, \
         or under, or younger, or shorter, or smaller",
        Sign::Says(Mark::AtMost),
    ),
    (
        "no less than, not less than, no fewer than, at least, at the least, a minimum of, minimum, min, or more, \
         or older, or over, or longer, or above",
        Sign::Says(Mark::AtLeast),
    ),
    (
        "feel free, not hesitate, toll free, hands free, hassle free, not only, no problem, no worries, no doubt, not sure, \
         whether or not, over the phone, once over, after all, before long, due to, have a nice, no matter",
        Sign::Nothing,
    ),
    ("smoke free, pet free, drug free", Sign::Forbids),
    (
        "free of charge, free of cost, no charge, no charges, no fee, no fees, no cost, no costs, no extra charge, \
         no extra fee, no extra cost, no additional charge, no additional fee, no additional cost, without charge, \
         without a charge, without a fee, without cost, not charged, not charge, not cost, not pay, not have to pay, \
         costs nothing, cost nothing, nothing to pay, complimentary, gratis, on the house, for free, free, waived",
        Sign::Says(Mark::Free),
    ),
    (
        "fee, fees, charge, charges, charged, cost, costs, pay, pays, paid, payable, payment, payments, price, prices, \
         deposit, dollar, dollars, fined, fines, surcharge",
        Sign::Says(Mark::Charged),
    ),
    ("only, solely, exclusively, exclusive, reserved for, restricted to, limited to", Sign::Says(Mark::Only)),
    (
        "except, excepting, excepted, exception, exceptions, unless, excluding, excluded, other than, apart from, \
         aside from",
        Sign::Says(Mark::Except),
    ),
    ("without", Sign::Says(Mark::Without)),
    (
        "at all times, at all hours, at any time, any time, anytime, always, around the clock, every time, day and night",
        Sign::Says(Mark::Always),
    ),
    ("closed, shut, closure, closures, out of order, out of service", Sign::Says(Mark::Closed)),
    ("before, prior, in advance, ahead of, earlier than, beforehand", Sign::Says(Mark::Before)),
    ("after, afterwards, later than, past", Sign::Says(Mark::After)),
    ("until, till, through, thru, between", Sign::Says(Mark::Until)),
    (
        "more than, longer than, larger than, older than, greater than, higher than, over, above, exceed, exceeds, \
         exceeding, beyond",
        Sign::Says(Mark::Over),
    ),
    (
        "less than, fewer than, shorter than, smaller than, younger than, lower than, under, below",
        Sign::Says(Mark::Under),
    ),
    (
        "approval, approve, approves, approved, permission, consent, authorization, authorized",
        Sign::Says(Mark::Approved),
    ),
    ("if, provided, providing, as long as, so long as, on condition", Sign::Says(Mark::If)),
    ("should, ought, recommended, recommend, advised", Sign::Says(Mark::Should)),
    ("optional, voluntary", Sign::Says(Mark::Waived)),
    (
        "prohibited, prohibit, prohibits, forbidden, forbid, forbids, banned, ban, bans, disallowed, off limits, illegal, \
         unable, refrain, denied, deny, denies, declined, rejected, reject, refused, refuse, impossible, unavailable, \
         against the rules, violation, avoid",
        Sign::Forbids,
    ),
    ("must, shall", Sign::Order),
    (
        "have to, has to, had to, required, require, requires, requirement, needs, need, needed, mandatory, obligatory, \
         obliged, necessary, supposed to",
        Sign::Need,
    ),
    ("allowed, allow, allows, permitted, may, are welcome, is welcome, allowable, acceptable", Sign::May),
    ("can, able, could, possible", Sign::Can),
    ("open, opens, opened", Sign::Open),
    (
        "not, no, never, none, nobody, nothing, neither, nor, nowhere, no one, hardly, barely, rarely, seldom",
        Sign::Not,
    ),
];

/// The same in Spanish and French, in which single words say less: what forbids is a no, and so on.
pub const OTHERS: &[(&str, Sign)] = &[
    (
        "no más de, no mas de, como máximo, a lo sumo, máximo, máxima, hasta un máximo, pas plus de, au plus, \
         au maximum, maximum, límite, limite",
        Sign::Says(Mark::AtMost),
    ),
    (
        "no menos de, al menos, por lo menos, como mínimo, mínimo, mínima, pas moins de, au moins, au minimum, minimum",
        Sign::Says(Mark::AtLeast),
    ),
    (
        "sin costo, sin coste, sin cargo, sin cargos, no cuesta, no se cobra, no tiene costo, gratis, gratuito, gratuita, \
         gratuitos, gratuitas, gratuitamente, sans frais, gratuit, gratuite, gratuits, gratuites, gratuitement",
        Sign::Says(Mark::Free),
    ),
    (
        "solo, sólo, solamente, únicamente, exclusivamente, seulement, uniquement, exclusivement, seuls, seules, seul, \
         réservé aux, réservée aux",
        Sign::Says(Mark::Only),
    ),
    ("excepto, salvo, a menos, excepción, sauf, excepté, à moins, exception", Sign::Says(Mark::Except)),
    ("sin, sans", Sign::Says(Mark::Without)),
    (
        "siempre, en todo momento, a cualquier hora, toujours, à tout moment, en tout temps",
        Sign::Says(Mark::Always),
    ),
    ("cerrado, cerrada, cerrados, cerradas, fermé, fermée, fermés, fermées", Sign::Says(Mark::Closed)),
    (
        "antes, anterior, previo, previa, antelación, anticipación, víspera, avant, avance, veille",
        Sign::Says(Mark::Before),
    ),
    ("después, tras, luego, après", Sign::Says(Mark::After)),
    (
        "no es necesario, no hace falta, no es obligatorio, no se requiere, no se necesita, no necesita, no tiene que, \
         no tienen que, opcional, pas nécessaire, pas besoin, pas obligatoire, facultatif, facultative",
        Sign::Says(Mark::Waived),
    ),
    (
        "debe, deben, debes, deberá, deberán, tiene que, tienen que, hay que, obligatorio, obligatoria, obligatorios, \
         necesita, necesitan, requiere, requieren, requerido, requerida, necesario, necesaria, exige, doit, doivent, \
         devez, faut, obligatoire, obligatoires, nécessaire, requis, requise, exigé, exigée, besoin",
        Sign::Says(Mark::Must),
    ),
    (
        "prohibido, prohibida, prohibidos, prohibidas, prohíbe, prohíben, vedado, interdit, interdite, interdits, \
         interdites, défendu, défendue",
        Sign::Forbids,
    ),
    (
        "abierto, abierta, abiertos, abiertas, abre, abren, ouvert, ouverte, ouverts, ouvertes, ouvre, ouvrent",
        Sign::Open,
    ),
    (
        "no, nunca, jamás, ni, nadie, ningún, ninguno, ninguna, tampoco, nada, ne, n, pas, jamais, aucun, aucune, ni, \
         rien, non",
        Sign::Not,
    ),
];

/// Words that join clauses.
pub const JOINTS: &[&str] =
    &["but", "and", "or", "while", "though", "although", "however", "whereas", "plus"];

/// The same, and those that join figures.
pub const JOINTS_OF_FIGURES: &[&str] =
    &["but", "and", "or", "while", "though", "although", "however", "whereas", "plus", "then", "otherwise"];

/// What says something is being done, so that it can stand by itself between commas.
pub const VERBS: &str = "is, are, was, were, be, am, can, may, must, will, shall, should, do, does, did, has, have, need, \
    needs, require, requires, required, allowed, permitted, prohibited, forbidden, open, opens, closed, closes, pay, pays, cost, costs, \
    not, cannot, use, keep, call, goes, go";

/// What says nothing of what it is about.
pub const EMPTY: &str = "the, and, for, you, your, yours, they, them, their, its, this, that, these, those, there, here, with, \
    from, are, was, were, has, have, had, will, would, does, did, our, ours, any, all, also, each, every, who, which, \
    what, when, where, while, than, then, into, onto, out, per, please, thanks, thank, hello, sure, yes, course, \
    absolutely, certainly, happy, help, just, some, such, very, too, but, however, being, been, get, gets, got, let, \
    lets, know, say, says, available, own, one, use, used, uses, using";

/// The same where it is asked what a figure stands by: also what only turns a sentence.
pub const EMPTY_OF_FIGURES: &[&str] = &[
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

/// What every time, price or contact stands by.
pub const OF_TIMES: &[&str] =
    &["open", "close", "start", "begin", "end", "run", "go", "hour", "time", "day", "daily", "everyday"];
pub const OF_MONEY: &[&str] = &["pay", "paid", "cost", "charge", "price", "amount", "total", "dollar"];
pub const OF_CONTACTS: &[&str] = &[
    "call", "phone", "dial", "ring", "number", "reach", "contact", "visit", "see", "go", "link", "site",
    "website", "online", "email", "mail", "write",
];

/// What stands before the end of a span, and before its beginning.
pub const ENDS: &[&str] = &[
    "to", "until", "till", "through", "thru", "by", "before", "close", "closes", "closing", "end", "ends",
    "ending",
];
pub const STARTS: &[&str] = &[
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

/// What stands within a span, and does not tell its figures apart; in Spanish and French as well.
pub const SPANS: &[&str] = &[
    "to", "until", "till", "through", "thru", "at", "dollars", "a", "à", "las", "hasta", "al", "au", "jusqu",
    "los",
];

/// Days that are months.
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

/// What has figures stand by the order in which things were named.
pub const MOVES: &str = "respectively, the former, the latter, vice versa, the other way around, the other way round, \
    in that order, in this order";

/// What agrees with whoever asks.
pub const AGREES: &str = "yes, sure, absolutely, certainly, definitely, of course, yep, yeah, correct, right, great news, \
    good news";

/// Courtesies in which nothing is said: a sentence with one of them counts for nothing.
pub const COURTESIES: &str = "any questions, other questions, more questions, further questions, anything else, more help, \
    let me know, let us know, happy to help, glad to help, happy to assist, here to help, not hesitate, hope this helps, \
    hope that helps, have a great, have a nice, have a good, have fun, thanks for, thank you for, great question, \
    good question, welcome to, we hope, hope you enjoy, see you, take care, stay safe, we appreciate, enjoy your";

/// What such a sentence may say all the same.
pub const IN_COURTESIES: &[Mark] = &[Mark::If, Mark::Can, Mark::Must];

/// What obliges also in a kind sentence: "you must let us know".
pub const OBLIGES: &str = "must, have to, has to, required";
