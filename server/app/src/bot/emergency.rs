//! Whether a text tells of danger to people or to the building.
//!
//! Heard by groups of words. Some wordings tell of danger wherever they stand. What only has such a
//! word in its name ("fire pit", "emergency contact") is taken out first; in what is left some words
//! are danger by themselves, and most together with a word of place, person or happening. A text that
//! is nothing but a call ("Fire!", "911") is one. Where in doubt it is heard: a colleague who looks in
//! vain costs less than a flood.
//!
//! All groups are wordings with commas between, as texts are read: in capitals, without accents and
//! marks.
use crate::texting;

/// Wordings that tell of danger wherever they stand.
const ALWAYS: &str = "CALL 911, CALLED 911, CALLING 911, HELP 911, 911 HELP, 911 NOW, CALL THE POLICE, CALL POLICE, \
    CALL THE COPS, NEED POLICE, NEED THE POLICE, CALL THE FIRE DEPARTMENT, FIRE DEPARTMENT IS HERE, \
    AMBULANCE, PARAMEDICS, NOT BREATHING, CANT BREATHE, CANNOT BREATHE, STOPPED BREATHING, UNCONSCIOUS, \
    UNRESPONSIVE, HEART ATTACK, CHOKING, SEIZURE, OVERDOSE, OVERDOSED, OVERDOSING, BADLY HURT, IS BLEEDING, \
    DROWNING, ELECTROCUTED, ELECTRIC SHOCK, KILL MYSELF, KILLING MYSELF, TO KILL ME, KILL HIMSELF, \
    KILL HERSELF, HURT MYSELF, END MY LIFE, WANT TO DIE, SUICIDE, SUICIDAL, ON FIRE, CAUGHT FIRE, \
    HOUSE FIRE, KITCHEN FIRE, FIRE ALARM IS GOING OFF, FIRE ALARM GOING OFF, FIRE ALARM WENT OFF, \
    SMOKE ALARM IS GOING OFF, SMOKE DETECTOR IS GOING OFF, MONOXIDE ALARM IS GOING OFF, \
    MONOXIDE DETECTOR IS GOING OFF, CO ALARM IS GOING OFF, CO DETECTOR IS GOING OFF, GASLEAK, \
    SPARKS COMING, IS SPARKING, POWER LINE DOWN, EXPLOSION, EXPLODED, BROKE INTO, BREAKING IN, \
    BREAKING INTO, SOMEONE BROKE IN, SOMEBODY BROKE IN, THEY BROKE IN, THIEVES, BROKEN INTO, INTRUDER, \
    GUNSHOT, GUNSHOTS, GUNFIRE, SHOTS FIRED, ACTIVE SHOOTER, TRAPPED IN, SEWAGE COMING, SEWAGE IS COMING, \
    SEWAGE BACKING UP, EMERGENCY CONTACT ME, EMERGENCY CALL ME, EMERGENCY PHONE ME, IM IN AN EMERGENCY, \
    AM IN AN EMERGENCY, NO RESPIRA, NO PUEDO RESPIRAR, MATARME, SUICIDARME, AU SECOURS, AU FEU, \
    RESPIRE PAS, RESPIRE PLUS, ME TUER, CEST UNE URGENCE";

/// What bears such a name and is none: a word, and what makes it harmless behind it.
const HARMLESS_BEFORE: &[(&str, &str)] = &[
    (
        "FIRE",
        "PIT, PITS, TABLE, BOWL, PLACE, PLACES, ALARM, ALARMS, DRILL, DRILLS, EXTINGUISHER, EXTINGUISHERS, \
        ESCAPE, EXIT, EXITS, DOOR, DOORS, LANE, LANES, CODE, CODES, HYDRANT, HYDRANTS, STATION, DEPARTMENT, \
        MARSHAL, INSPECTION, INSPECTIONS, INSPECTOR, SAFETY, SYSTEM, SYSTEMS, SPRINKLER, SPRINKLERS, PANEL, \
        INSURANCE, COVERAGE, POLICY, TEST, WOOD, WALL, STICK, TV, ANTS, RATED, THE MANAGER, THE MANAGEMENT, \
        THE BOARD, THE LANDSCAPER, THE COMPANY",
    ),
    (
        "SMOKE",
        "FREE, DETECTOR, DETECTORS, ALARM, ALARMS, SHOP, TEST, POLICY, RULES, WEED, CIGARETTES, CIGARS, \
        MARIJUANA, POT",
    ),
    ("MONOXIDE", "DETECTOR, DETECTORS, ALARM, ALARMS, SENSOR, SENSORS"),
    ("GAS", "BILL, BILLS, LEAF"),
    ("FLOOD", "INSURANCE, COVERAGE, POLICY, ZONE, ZONES, PLAIN, MAP, LIGHT, LIGHTS, RISK"),
    ("FLOODING", "COVERED, INSURED, INSURANCE, COVERAGE, INCLUDED"),
    ("GUN", "RANGE, RANGES, PERMIT, SAFE, CLUB, POLICY, RULES, LAWS"),
    (
        "EMERGENCY",
        "CONTACT, CONTACTS, NUMBER, NUMBERS, PHONE, LINE, EXIT, EXITS, LIGHT, LIGHTS, LIGHTING, KIT, PLAN, \
        PLANS, FUND, PROCEDURE, PROCEDURES, ACCESS, PREPAREDNESS, MAINTENANCE NUMBER, MAINTENANCE LINE, \
        MAINTENANCE PHONE",
    ),
];

/// The same before it.
const HARMLESS_AFTER: &[(&str, &str)] = &[
    ("FIRE", "MAY I HAVE A, CAN I HAVE A, CAN WE HAVE A, LIGHT A, BUILD A, CASE OF, CASE OF A, EVENT OF A"),
    (
        "SMOKE",
        "CAN I, MAY I, CAN WE, CAN GUESTS, CAN PEOPLE, ALLOWED TO, WANT TO, LIKE TO, OK TO, WHERE TO, \
        PERMITTED TO, NO, MAY NOT, DO NOT, CANNOT, WHO, CAN YOU, WE, I, CIGARETTE, CIGAR, WEED, MARIJUANA, \
        POT, SECONDHAND, SECOND HAND",
    ),
    ("BURNING", "WOOD, CANDLE"),
    ("GUN", "CARRY A, OWN A, KEEP A, MAY I HAVE A, CAN I HAVE A"),
    ("SHOT", "FLU, COVID, RABIES"),
    ("EMERGENCY", "IN AN, CASE OF, CASE OF AN, EVENT OF AN, CALL FOR AN, CONTACT FOR AN, NUMBER FOR AN"),
    ("FLOOD", "CASE OF, CASE OF A, EVENT OF A"),
    ("EMERGENCIA", "CONTACTO DE, NUMERO DE, TELEFONO DE, SALIDA DE, LUZ DE, CASO DE, CASO DE UNA"),
    ("INCENDIO", "ALARMA DE, DETECTOR DE, CASO DE, SEGURO DE"),
    ("HUMO", "DETECTOR DE, ALARMA DE, DETECTORES DE"),
    ("INUNDACION", "SEGURO DE, CASO DE"),
    ("INCENDIE", "ALARME, ASSURANCE, CAS D"),
    ("FUMEE", "DETECTEUR DE"),
    ("INONDATION", "ASSURANCE, ASSURANCE CONTRE L"),
];

/// Whoever asks how to prevent something, or who pays for it, does not have it: so many words are about it.
const HYPOTHETICAL: &[&str] = &["PREVENT", "PREVENTS", "PREVENTING", "AVOID", "AVOIDING", "COVER", "COVERS"];
const ABOUT_IT: usize = 3;

/// Danger by themselves, unless harmless.
const LOUD: &str = "FLOOD, FLOODED, FLOODING, FLOODS, EMERGENCY, EMERGANCY, EMERGENCI, EMERGENCIA, URGENCE, \
    CARBON MONOXIDE, BURST PIPE, INUNDACION, INUNDANDO, INUNDADO, INUNDADA, INUNDO, INONDATION, INONDE, \
    INONDEE";

/// Where it is.
const PLACES: &str = "HOUSE, HOME, APARTMENT, APT, UNIT, BUILDING, ROOM, KITCHEN, BATHROOM, BEDROOM, BASEMENT, ATTIC, GARAGE, \
    LOBBY, HALL, HALLWAY, STAIRS, STAIRWELL, STAIRCASE, ELEVATOR, LAUNDRY, BALCONY, PATIO, ROOF, FLOOR, \
    WALL, CAR, DUMPSTER, OUTLET, OVEN, STOVE, DRYER, OUTSIDE, UPSTAIRS, DOWNSTAIRS, NEXT DOOR, EVERYWHERE, \
    CASA, COCINA, PASILLO, APARTAMENTO, EDIFICIO, GARAJE, MAISON, CUISINE, APPARTEMENT, COULOIR, IMMEUBLE";

/// To whom it happens.
const PERSONS: &str = "I, WE, HE, SHE, SHES, HES, THEY, SOMEONE, SOMEBODY, MAN, WOMAN, GUY, PERSON, PEOPLE, KID, CHILD, BABY, \
    NEIGHBOR, NEIGHBOUR, MOTHER, MOM, FATHER, DAD, HUSBAND, WIFE, SON, DAUGHTER, ROOMMATE, FRIEND, GUEST";

/// That it is there, or how it is noticed.
const THERE: &str = "THERE IS, THERE IS A, THERES, THERE ARE, SEE, SMELL, SMELLS, SMELLING, COMING, FULL OF, HAY, IL Y A, \
    YA LE, VEO, HUELE, SENT";

/// A danger, and what it is danger together with, in any order.
const TOGETHER: &[(&str, &[&str])] = &[
    // Fire and smoke.
    (
        "FIRE, FLAME, FLAMES, BURNING, SMOKE, FUEGO, LLAMAS, HUMO, INCENDIO, QUEMANDO, QUEMA, FEU, FLAMMES, \
        FUMEE, INCENDIE, BRULE",
        &[PLACES, THERE],
    ),
    // Something that smokes by itself.
    (
        "IS SMOKING, STARTED SMOKING, IS ON FLAMES",
        &["OUTLET, PANEL, OVEN, STOVE, DRYER, WASHER, FURNACE, HEATER, MICROWAVE, CAR, SOCKET, WIRES"],
    ),
    // Gas.
    (
        "GAS, GAZ, PROPANE",
        &[
            "LEAK, LEAKS, LEAKING, LEAKED, ODOR, ODOUR, SMELL, SMELLS, SMELLED, SMELLING, HISSING, EVERYWHERE, \
        FUGA, ESCAPE, OLOR, HUELE, FUITE, ODEUR, SENT",
        ],
    ),
    // Water.
    (
        "PIPE, PIPES, HEATER, HOSE, MAIN, TANK, BOILER, TUBERIA, TUBO, TUYAU",
        &["BURST, BURSTED, BURSTS, BURSTING, PIPE BROKE, EXPLODED, GUSHING, SPRAYING, ROTA, REVENTO, ECLATE"],
    ),
    (
        "WATER, AGUA, EAU",
        &["EVERYWHERE, POURING, GUSHING, SPRAYING, RISING, COMING THROUGH, THROUGH THE CEILING, \
        FROM THE CEILING, FROM MY CEILING, POR TODAS PARTES, PARTOUT"],
    ),
    // What falls down.
    (
        "CEILING, ROOF, WALL, BALCONY, DECK, STAIRS, FLOOR, BUILDING, TECHO, PLAFOND",
        &["COLLAPSED, COLLAPSING, COLLAPSE, CAVED, CAVING, CEILING FELL, ROOF FELL, CAYO, EFFONDRE"],
    ),
    // Weapons and burglars.
    (
        "GUN, SHOT, SHOOTING, SHOOTER, STABBED, STABBING, KNIFE, WEAPON, ATTACKED, ATTACKING, ROBBED, ROBBING",
        &[PERSONS],
    ),
    // People in a bad way.
    (
        "PASSED OUT, FAINTED, COLLAPSED, STROKE, SEIZURES, DYING, BLEEDING, UNCONCIOUS, CONVULSIONS",
        &[PERSONS],
    ),
    // Lifts.
    (
        "STUCK, TRAPPED, ATRAPADO, ATRAPADA, ATRAPADOS, ENCERRADO, ENCERRADA, BLOQUE, BLOQUEE, BLOQUES, \
        COINCE, COINCEE, COINCES",
        &["ELEVATOR, LIFT, ELEVADOR, ASCENSOR, ASCENSEUR, LASCENSEUR"],
    ),
];

/// Calls: danger where a text says nothing else.
const CALLS: &str = "FIRE, 911, SOS, GAS, SMOKE, FLAMES, POLICE, AMBULANCE, FUEGO, INCENDIO, HUMO, SOCORRO, AUXILIO, FEU, \
    INCENDIE, FUMEE, GAZ, SECOURS";

/// What people say besides when they call.
const BESIDE_CALLS: &str = "HELP, PLEASE, PLS, NOW, A, AN, THE, THERE, THERES, ITS, HERE, ME, US, COME, CALL, NEED, I, WE, QUICK, \
    QUICKLY, HURRY, ASAP, OMG, HAY, UN, EL, LA, LE, DU, DE, YA, IL, Y, AYUDA, POR, FAVOR, AIDE, AIDEZ, MOI, \
    VITE";

/// Whether it tells of one.
pub fn heard(text: &str) -> bool {
    let words: Vec<String> =
        texting::plain(text).iter().map(|word| word.chars().map(unaccented).collect()).collect();
    let whole = format!(" {} ", words.join(" "));
    let rest = without_harmless(&words);
    says(&whole, ALWAYS)
        || says(&rest, LOUD)
        || TOGETHER
            .iter()
            .any(|(danger, with)| says(&rest, danger) && with.iter().any(|with| says(&rest, with)))
        || calls(&words)
}

/// The wordings of a group.
fn each(group: &str) -> impl Iterator<Item = &str> {
    group.split(", ")
}

/// Whether one of the wordings is in it.
fn says(text: &str, group: &str) -> bool {
    each(group).any(|wording| text.contains(&format!(" {wording} ")))
}

/// Whether it is a call and nothing else.
fn calls(words: &[String]) -> bool {
    let is = |word: &String, group| each(group).any(|one| one == word);
    words.iter().any(|word| is(word, CALLS))
        && words.iter().all(|word| is(word, CALLS) || is(word, BESIDE_CALLS))
}

/// The text without what is harmless in it.
fn without_harmless(words: &[String]) -> String {
    let (mut rest, mut about_it) = (String::from(" "), 0);
    for word in words {
        if about_it == 0 {
            rest = rest + word + " ";
        }
        about_it = if HYPOTHETICAL.contains(&word.as_str()) { ABOUT_IT } else { about_it.saturating_sub(1) };
    }
    let before = HARMLESS_BEFORE
        .iter()
        .flat_map(|(word, tails)| each(tails).map(move |tail| format!(" {word} {tail} ")));
    let after = HARMLESS_AFTER
        .iter()
        .flat_map(|(word, heads)| each(heads).map(move |head| format!(" {head} {word} ")));
    before.chain(after).fold(rest, |rest, name| rest.replace(&name, " - "))
}

/// A capital without its accent.
fn unaccented(letter: char) -> char {
    match letter {
        'Á' | 'À' | 'Â' | 'Ä' => 'A',
        'Ë' => 'E',
        'Í' | 'Ì' | 'Î' | 'Ï' => 'I',
        'Ó' | 'Ò' | 'Ô' | 'Ö' => 'O',
        'Ú' | 'Ù' | 'Û' | 'Ü' => 'U',
        'Ç' => 'C',
        'Ñ' => 'N',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn danger_is_heard_in_whatever_case_and_marks() {
        for text in [
            "There's a FIRE in the garage!!",
            "i smell gas in the hallway",
            "a pipe burst, water everywhere",
            "This is an emergency.",
            "My mother isn't responding. Should I call 911?",
            "We’re stuck in the elevator",
            "somebody is breaking into the mail room",
            "hay una fuga de gas en el pasillo",
            "huele a gas!!",
            "il y a une fuite de gaz dans la cuisine",
        ] {
            assert!(heard(text), "{text}");
        }
    }

    #[test]
    fn a_question_with_such_words_in_it_is_a_question() {
        for text in [
            "may i have a fire pit on the patio",
            "what is the emergency number",
            "how do i add an emergency contact",
            "do we have flood insurance",
            "may i use a gas grill",
            "when is the fire alarm tested",
            "cuando prueban la alarma de incendio",
            "quand teste-t-on l'alarme incendie",
            "the battery of my smoke detector is low",
            "",
        ] {
            assert!(!heard(text), "{text}");
        }
    }

    #[test]
    fn what_residents_write_in_danger_is_heard() {
        for text in [
            "Fire!",
            "my house is burning",
            "smoke in my kitchen",
            "smoke everywhere",
            "fire in unit 4B",
            "there is fire in the trash room",
            "flames in the stairwell",
            "i smell natural gas",
            "strong gas odor",
            "gas is leaking",
            "leaking gas in the garage",
            "GASLEAK",
            "gas",
            "sos",
            "someone has a gun",
            "my neighbor was shot",
            "someone broke into my apartment",
            "she is choking",
            "my neighbor passed out",
            "he's having a seizure",
            "I want to kill myself",
            "911",
            "help 911",
            "call the police",
            "people are stuck in elevator",
            "roof collapsed",
            "my unit flooded",
            "flood",
            "water heater burst",
            "pipe broke and water is everywhere",
            "a water pipe bursted",
            "emergancy",
            "emergency",
            "emergency!",
            "emergency contact me now!",
            "tengo una emergencia",
            "¡Fuego!",
            "hay humo en el pasillo",
            "hay un olor a gas",
            "estoy atrapada en el ascensor",
            "hay una inundación",
            "mi casa se está quemando",
            "il y a le feu",
            "ça sent le gaz",
            "il ne respire plus",
            "bloqué dans l'ascenseur",
            "au secours",
            "inondation",
            "Fire! The kitchen is in flames",
            "my gas stove is leaking",
            "i woke up to smoke in my room",
            "carbon monoxide alarm is going off",
            "the dryer is smoking",
            "Shut-off? Water is pouring into the hall",
        ] {
            assert!(heard(text), "{text}");
        }
    }

    #[test]
    fn a_text_of_few_words_that_names_danger_is_heard() {
        let texts = "call 911, called 911, calling 911, ambulance, not breathing, cant breathe, unconscious, \
            heart attack, is bleeding, drowning, badly hurt, on fire, there is a fire, theres a fire, \
            house fire, kitchen fire, smell smoke, smelling smoke, smells like smoke, full of smoke, \
            smoke coming, smoke is coming, smell gas, smelling gas, smells like gas, smell of gas, \
            gas smell, gas leak, carbon monoxide, flooding, is flooded, burst pipe, pipe burst, \
            pipes burst, pipe has burst, pipe just burst, water everywhere, water pouring, \
            water is pouring, water gushing, water is gushing, water coming through, \
            water is coming through, water through the ceiling, sewage coming, sewage is coming, \
            sewage backing up, ceiling collapsed, ceiling is collapsing, ceiling fell, sparks coming, \
            is sparking, electric shock, power line down, stuck in the elevator, trapped in, breaking in, \
            breaking into, someone broke in, intruder, gunshots, shots fired, es una emergencia, hay fuego, \
            hay un incendio, huele a gas, fuga de gas, escape de gas, no respira, no puedo respirar, \
            inundando, atrapado en el elevador, cest une urgence, au feu, il y a un incendie, odeur de gaz, \
            fuite de gaz, ne respire pas, inondation, coince dans lascenseur";
        for text in each(texts) {
            assert!(heard(text), "{text}");
        }
    }

    #[test]
    fn what_has_danger_only_in_its_name_is_a_question() {
        for text in [
            "Is flooding covered by the master policy?",
            "carbon monoxide detector battery replacement?",
            "how do I prevent a burst pipe in winter?",
            "what is the emergency contact number",
            "may I have a fire pit",
            "gas grill on my balcony ok?",
            "is the gas bill included",
            "fire alarm test on friday?",
            "smoking rules",
            "where is the fire extinguisher",
            "fireplace inspection",
            "flood insurance",
            "gun range nearby?",
            "when does the elevator get fixed",
            "the emergency exit light is out",
            "who do I call in an emergency",
            "gas station code",
            "may i smoke on my balcony",
            "are we allowed to smoke in the unit",
            "what is the emergency maintenance number",
            "can we fire the management company of the building",
            "is there carbon monoxide detector in my unit",
        ] {
            assert!(!heard(text), "{text}");
        }
    }
}
