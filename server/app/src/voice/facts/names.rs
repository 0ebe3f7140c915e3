//! Facts that are said in words.
use super::Kind;

/// Numbers, days and months that are said in words, in the languages that residents write.
pub const NAMED: [(Kind, &str, &[&str]); 54] = [
    (Kind::Number, "2", &["two", "dos", "deux", "twice"]),
    (Kind::Number, "3", &["three", "tres", "trois"]),
    (Kind::Number, "4", &["four", "cuatro", "quatre"]),
    (Kind::Number, "5", &["five", "cinco", "cinq"]),
    (Kind::Number, "6", &["six", "seis"]),
    (Kind::Number, "7", &["seven", "siete", "sept"]),
    (Kind::Number, "8", &["eight", "ocho", "huit"]),
    (Kind::Number, "9", &["nine", "nueve"]),
    (Kind::Number, "10", &["ten", "diez", "dix"]),
    (Kind::Number, "11", &["eleven", "once"]),
    (Kind::Number, "12", &["twelve", "doce", "douze", "dozen"]),
    (Kind::Number, "13", &["thirteen", "trece", "treize"]),
    (Kind::Number, "14", &["fourteen", "catorce", "quatorze"]),
    (Kind::Number, "15", &["fifteen", "quince", "quinze"]),
    (Kind::Number, "16", &["sixteen", "dieciséis", "seize"]),
    (Kind::Number, "17", &["seventeen", "diecisiete", "dix-sept"]),
    (Kind::Number, "18", &["eighteen", "dieciocho", "dix-huit"]),
    (Kind::Number, "19", &["nineteen", "diecinueve", "dix-neuf"]),
    (Kind::Number, "20", &["twenty", "veinte", "vingt"]),
    (Kind::Number, "30", &["thirty", "treinta", "trente"]),
    (Kind::Number, "40", &["forty", "cuarenta", "quarante"]),
    (Kind::Number, "50", &["fifty", "cincuenta", "cinquante"]),
    (Kind::Number, "60", &["sixty", "sesenta", "soixante"]),
    (Kind::Number, "70", &["seventy", "setenta"]),
    (Kind::Number, "80", &["eighty", "ochenta"]),
    (Kind::Number, "90", &["ninety", "noventa"]),
    (Kind::Number, "100", &["hundred", "cien", "ciento", "cent", "hundreds"]),
    (Kind::Number, "1000", &["thousand", "mil", "mille", "thousands"]),
    (Kind::Number, "0.5", &["half"]),
    (Kind::Time, "12:00", &["noon", "midday", "mediodía", "midi"]),
    (Kind::Time, "0:00", &["midnight", "medianoche", "minuit"]),
    (Kind::Day, "monday", &["monday", "mondays", "mon", "lunes", "lundi", "lundis"]),
    (Kind::Day, "tuesday", &["tuesday", "tuesdays", "tue", "tues", "martes", "mardi", "mardis"]),
    (Kind::Day, "wednesday", &["wednesday", "wednesdays", "wed", "miércoles", "mercredi", "mercredis"]),
    (Kind::Day, "thursday", &["thursday", "thursdays", "thu", "thur", "thurs", "jueves", "jeudi", "jeudis"]),
    (Kind::Day, "friday", &["friday", "fridays", "fri", "viernes", "vendredi", "vendredis"]),
    (Kind::Day, "saturday", &["saturday", "saturdays", "sábado", "sábados", "samedi", "samedis"]),
    (Kind::Day, "sunday", &["sunday", "sundays", "domingo", "domingos", "dimanche", "dimanches"]),
    (Kind::Day, "weekend", &["weekend", "weekends"]),
    (Kind::Day, "weekday", &["weekday", "weekdays"]),
    (Kind::Day, "january", &["january", "jan", "enero", "janvier"]),
    (Kind::Day, "february", &["february", "feb", "febrero", "février"]),
    (Kind::Day, "march", &["marzo", "mars"]),
    (Kind::Day, "april", &["april", "apr", "abril", "avril"]),
    (Kind::Day, "may", &["mayo", "mai"]),
    (Kind::Day, "june", &["june", "jun", "junio", "juin"]),
    (Kind::Day, "july", &["july", "jul", "julio", "juillet"]),
    (Kind::Day, "august", &["august", "aug", "agosto", "août"]),
    (Kind::Day, "september", &["september", "sep", "sept.", "septiembre", "septembre"]),
    (Kind::Day, "october", &["october", "oct", "octubre", "octobre"]),
    (Kind::Day, "november", &["november", "nov", "noviembre", "novembre"]),
    (Kind::Day, "december", &["december", "dec", "diciembre", "décembre"]),
    (Kind::Day, "today", &["today", "tonight", "hoy", "aujourd'hui"]),
    (Kind::Day, "tomorrow", &["tomorrow", "mañana", "demain"]),
];

/// English names that are other words as well, told by their capital.
pub const CAPITAL: [(&str, &str); 4] =
    [("Sat", "saturday"), ("Sun", "sunday"), ("March", "march"), ("May", "may")];

/// The halves of a day, and when they begin.
pub const HALVES: [(&str, u32); 14] = [
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

/// The longest of them, and a character behind it.
pub const MOST_OF_A_HALF: usize = 16;

/// Words that mean something else behind these.
pub const OTHERWISE: [(&str, &str); 4] =
    [("la", "mañana"), ("por", "ciento"), ("pour", "cent"), ("après", "midi")];
