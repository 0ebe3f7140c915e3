//! Words for facts in English, Spanish and French.

use super::FactKind;

/// Words for numbers, times, days and months: kind, key and spellings.
pub const FACT_WORDS: [(FactKind, &str, &[&str]); 54] = [
    (FactKind::Number, "2", &["two", "dos", "deux", "twice"]),
    (FactKind::Number, "3", &["three", "tres", "trois"]),
    (FactKind::Number, "4", &["four", "cuatro", "quatre"]),
    (FactKind::Number, "5", &["five", "cinco", "cinq"]),
    (FactKind::Number, "6", &["six", "seis"]),
    (FactKind::Number, "7", &["seven", "siete", "sept"]),
    (FactKind::Number, "8", &["eight", "ocho", "huit"]),
    (FactKind::Number, "9", &["nine", "nueve"]),
    (FactKind::Number, "10", &["ten", "diez", "dix"]),
    (FactKind::Number, "11", &["eleven", "once"]),
    (FactKind::Number, "12", &["twelve", "doce", "douze", "dozen"]),
    (FactKind::Number, "13", &["thirteen", "trece", "treize"]),
    (FactKind::Number, "14", &["fourteen", "catorce", "quatorze"]),
    (FactKind::Number, "15", &["fifteen", "quince", "quinze"]),
    (FactKind::Number, "16", &["sixteen", "dieciséis", "seize"]),
    (FactKind::Number, "17", &["seventeen", "diecisiete", "dix-sept"]),
    (FactKind::Number, "18", &["eighteen", "dieciocho", "dix-huit"]),
    (FactKind::Number, "19", &["nineteen", "diecinueve", "dix-neuf"]),
    (FactKind::Number, "20", &["twenty", "veinte", "vingt"]),
    (FactKind::Number, "30", &["thirty", "treinta", "trente"]),
    (FactKind::Number, "40", &["forty", "cuarenta", "quarante"]),
    (FactKind::Number, "50", &["fifty", "cincuenta", "cinquante"]),
    (FactKind::Number, "60", &["sixty", "sesenta", "soixante"]),
    (FactKind::Number, "70", &["seventy", "setenta"]),
    (FactKind::Number, "80", &["eighty", "ochenta"]),
    (FactKind::Number, "90", &["ninety", "noventa"]),
    (FactKind::Number, "100", &["hundred", "cien", "ciento", "cent", "hundreds"]),
    (FactKind::Number, "1000", &["thousand", "mil", "mille", "thousands"]),
    (FactKind::Number, "0.5", &["half"]),
    (FactKind::Time, "12:00", &["noon", "midday", "mediodía", "midi"]),
    (FactKind::Time, "0:00", &["midnight", "medianoche", "minuit"]),
    (FactKind::Day, "monday", &["monday", "mondays", "mon", "lunes", "lundi", "lundis"]),
    (FactKind::Day, "tuesday", &["tuesday", "tuesdays", "tue", "tues", "martes", "mardi", "mardis"]),
    (FactKind::Day, "wednesday", &["wednesday", "wednesdays", "wed", "miércoles", "mercredi", "mercredis"]),
    (
        FactKind::Day,
        "thursday",
        &["thursday", "thursdays", "thu", "thur", "thurs", "jueves", "jeudi", "jeudis"],
    ),
    (FactKind::Day, "friday", &["friday", "fridays", "fri", "viernes", "vendredi", "vendredis"]),
    (FactKind::Day, "saturday", &["saturday", "saturdays", "sábado", "sábados", "samedi", "samedis"]),
    (FactKind::Day, "sunday", &["sunday", "sundays", "domingo", "domingos", "dimanche", "dimanches"]),
    (FactKind::Day, "weekend", &["weekend", "weekends"]),
    (FactKind::Day, "weekday", &["weekday", "weekdays"]),
    (FactKind::Day, "january", &["january", "jan", "enero", "janvier"]),
    (FactKind::Day, "february", &["february", "feb", "febrero", "février"]),
    (FactKind::Day, "march", &["marzo", "mars"]),
    (FactKind::Day, "april", &["april", "apr", "abril", "avril"]),
    (FactKind::Day, "may", &["mayo", "mai"]),
    (FactKind::Day, "june", &["june", "jun", "junio", "juin"]),
    (FactKind::Day, "july", &["july", "jul", "julio", "juillet"]),
    (FactKind::Day, "august", &["august", "aug", "agosto", "août"]),
    (FactKind::Day, "september", &["september", "sep", "sept.", "septiembre", "septembre"]),
    (FactKind::Day, "october", &["october", "oct", "octubre", "octobre"]),
    (FactKind::Day, "november", &["november", "nov", "noviembre", "novembre"]),
    (FactKind::Day, "december", &["december", "dec", "diciembre", "décembre"]),
    (FactKind::Day, "today", &["today", "tonight", "hoy", "aujourd'hui"]),
    (FactKind::Day, "tomorrow", &["tomorrow", "mañana", "demain"]),
];

/// English names of days and months that are also other words; only the capitalized spelling is the name.
pub const CAPITALIZED_NAMES: [(&str, &str); 4] =
    [("Sat", "saturday"), ("Sun", "sunday"), ("March", "march"), ("May", "may")];

/// Spellings of the half of a day, with the hours to add.
pub const DAY_HALVES: [(&str, u32); 14] = [
    ("a. m.", 0),
    ("p. m.", 12),
    ("a.m.", 0),
    ("p.m.", 12),
    ("a.m", 0),
    ("p.m", 12),
    ("am", 0),
    ("pm", 12),
    ("de la mañana", 0),
    ("de la tarde", 12),
    ("de la noche", 12),
    ("du matin", 0),
    ("du soir", 12),
    ("de l'après-midi", 12),
];

/// Maximum characters of a [`DAY_HALVES`] spelling, plus the character after it.
pub const MAX_DAY_HALF_CHARS: usize = 16;

/// Pairs of a preceding word and a fact word that is not a fact after it.
pub const NOT_A_FACT_AFTER: [(&str, &str); 4] =
    [("la", "mañana"), ("por", "ciento"), ("pour", "cent"), ("après", "midi")];
