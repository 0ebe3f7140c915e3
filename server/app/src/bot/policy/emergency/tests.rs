//! Texts that report danger, and harmless texts with the same words.
use super::*;

/// Texts of residents in panic: hasty, without punctuation, misspelled, in Spanish and French, mixed, or
/// understated.
const PANIC: &[&str] = &[
    "Fire! Exits blocked",
    "fire!! exits are full of smoke cant get out",
    "FIRE. Doors wont open",
    "omg fier in the kitchen pls hurry",
    "theres flames comming out of unit 12",
    "the building next to ours is in flames",
    "kitchen is burning help us",
    "smoke is pouring out of the vent in my bedroom",
    "i can see smoke under my neighbors door",
    "something is burning in the trash room and its getting bad",
    "the grill exploded and the patio caught on fire",
    "my oven is on fire",
    "not to worry anyone but theres quite a bit of smoke coming from 4b",
    "there might be a small fire in the trash chute",
    "the outlet in my bedroom is sparking and smells like burning",
    "smells a bit like gas near the meter",
    "strong smell of gas by the boiler room",
    "i smell gas",
    "gas smell in the stairwell getting dizzy",
    "my carbon monoxide alarm wont stop and i have a headache",
    "co alarm beeping and we feel sick",
    "water is gushing out of the wall in the bathroom",
    "water coming thru my ceiling fast",
    "the ceiling just came down in the living room",
    "pipe broke water everywhere help",
    "my apartment is flooding",
    "flooding in the garage cars are under water",
    "sewage is coming up out of the tub",
    "there is water all over the electrical panel",
    "my dad is on the floor and wont wake up",
    "she fell down the stairs and is not moving",
    "my wife is having chest pains",
    "my baby is not breathing",
    "hes turning blue please help",
    "i think my neighbor had a stroke",
    "an old man collapsed by the pool",
    "a kid is drowning in the pool",
    "kid fell in the pool and isnt moving",
    "someone is bleeding really bad in the lobby",
    "my husband is having a heart attack call someone",
    "i took too many pills",
    "i dont want to live anymore",
    "i want to end it all",
    "there is a man with a gun in the parking lot",
    "gun shots outside building 3",
    "someone is trying to break into my apartment right now",
    "theres someone in my house",
    "my ex is here and is threatening to kill me",
    "a guy is hitting his girlfriend in the hallway",
    "he has a knife",
    "we are trapped in the elevator with an old lady",
    "stuck in the lift no one answers",
    "the balcony railing gave way and someone fell",
    "power line fell on the driveway",
    "ayuda hay fuego en mi cocina",
    "huele mucho a gas en el edificio",
    "mi papa se desmayo y no despierta",
    "se esta saliendo el agua por el techo mucha agua",
    "alguien tiene una pistola en el estacionamiento",
    "hay un ladron en mi casa llamen a la policia",
    "mi hija esta atrapada en el elevador",
    "se quema el departamento de arriba",
    "au secours il y a de la fumée partout",
    "il y a un homme armé dans le parking",
    "ma mère s'est évanouie elle ne bouge plus",
    "ça sent le gaz dans le couloir",
    "l'eau coule du plafond partout",
    "quelqu'un est coincé dans l'ascenseur",
    "help fuego en el unit 5",
    "theres humo coming from downstairs por favor",
    "smoke! cant see the hallway",
    "kitchen fire need help",
    "the trash chute is on fire i think",
    "oh god the roof is burning",
    "smells like something electrical is burning in the wall",
    "gas is hissing out of the pipe behind the dryer",
    "water main broke the parking lot is a lake",
    "water is pouring from the light fixture",
    "theres a huge leak in the ceiling its about to collapse",
    "part of the ceiling fell on my son",
    "my roommate wont wake up i think he took something",
    "my grandma fell and hit her head shes bleeding",
    "neighbor is screaming for help",
    "he is not breathing",
    "she stopped breathing",
    "someone got shot by the gate",
    "two guys with guns by the pool",
    "someone kicked in my door",
    "a man is following me in the garage",
    "a car crashed into the building",
    "an old lady is locked in the sauna and passed out",
    "child locked in a hot car",
    "tree fell on the house with people inside",
    "hay mucho humo no puedo salir",
    "fuga de gas ayuda",
    "mi vecino se cayo y esta sangrando mucho",
    "estan robando en el apartamento 4",
    "une fuite de gaz vite",
    "il y a le feu dans la cuisine",
    "mon mari fait une crise cardiaque",
];

/// Harmless texts with the same words.
const CALM: &[&str] = &[
    "When are the fire alarms tested this year?",
    "where are the fire exits in the clubhouse",
    "The fire exit light on floor 2 is out",
    "is there a fire lane in front of building C, or can I park there?",
    "Can I have a fire pit on my balcony?",
    "May we light a fire in the fireplace at the clubhouse",
    "is a smoke detector required in every bedroom",
    "my smoke detector chirps, who changes the battery",
    "are residents allowed to smoke by the pool",
    "my neighbor smokes on his balcony and it bothers me",
    "what is the policy on smoking weed",
    "where can i throw away my old fire extinguisher",
    "do you have fire insurance for the building",
    "who pays if there is a fire, me or the hoa",
    "how do i report a fire hazard",
    "is wood burning allowed in the fire pit",
    "can I burn candles in my unit",
    "i have a burning question about the budget",
    "are gas grills ok on patios",
    "who reads the gas meter",
    "how do i set up my gas account",
    "is gas included in the rent",
    "the gas station next door is loud",
    "do i need flood insurance",
    "is my unit in a flood zone",
    "the flood light in the parking lot is too bright",
    "my mailbox is flooded with flyers",
    "water bill is too high this month",
    "when will the water be turned off for the pipe repair",
    "what color can i paint my ceiling",
    "is the water heater my responsibility",
    "how often are the pipes cleaned",
    "who do i call in case of a flood",
    "what counts as an emergency after hours",
    "what is the emergency phone number for maintenance",
    "please update my emergency contact to my sister",
    "do you have an emergency plan for hurricanes",
    "non emergency question about parking",
    "this is not an emergency, just wondering about the pool hours",
    "it's not urgent but the hallway light is out",
    "the elevator is stuck on 3 again, nobody inside",
    "my garage door is stuck",
    "key is stuck in my mailbox",
    "gate stuck open again",
    "can the police patrol our parking lot",
    "how do i file a police report for my stolen bike",
    "is there a defibrillator in the gym",
    "where is the first aid kit",
    "what are the gun rules for the property",
    "i need help with my account",
    "help me understand my bill",
    "can you help me reset my password",
    "is the pool safe for kids",
    "my kid fell in love with the playground",
    "the shooting of the promo video is when?",
    "can i get a shot of the pool for my listing",
    "photo shoot in the lobby allowed?",
    "my plants are dying, can the sprinklers be fixed",
    "this heat is killing me, when is the ac fixed",
    "kill the weeds near the patio please",
    "the bbq smoke smell from the neighbors is annoying",
    "cuando es la prueba de la alarma de incendios",
    "donde esta la salida de emergencia",
    "se permite fumar en el balcon",
    "puedo tener un asador de gas en el patio",
    "quiero cambiar mi contacto de emergencia",
    "est-ce que les barbecues au gaz sont permis",
    "où est la sortie de secours",
    "le détecteur de fumée a besoin d'une pile",
    "comment joindre le numéro d'urgence",
    "the fireplace wont turn on",
    "fire drill on friday at what time?",
    "does the hoa cover fire damage",
    "can we get a gas fire pit approved",
    "i smelled cigarette smoke in the hall yesterday",
    "no smoking signs please",
    "what if there is a power outage",
    "the water in the pool is cold",
    "is there water damage coverage",
    "a pipe under my sink drips a little",
    "my ceiling has a small stain",
    "broken light in the stairwell",
    "who has a key to the gun safe",
    "i am stuck on the application form",
    "we are stuck with the old fence color",
    "please shoot me an email",
    "i was hit with a late fee",
    "my dog died, update pet registration",
    "the neighbors dog barks like crazy help",
    "i need a police report number",
    "knife sharpening event?",
    "i'm dying to know when the gym opens",
    "blood drive this weekend?",
    "heart shaped pool toys allowed?",
    "how do i get out of my lease",
    "hay agua caliente hoy",
    "cuando apagan el agua",
    "pas d'urgence, je voudrais une clé",
    "la piscine est-elle ouverte",
    "quien paga el seguro de incendio",
];

#[test]
fn emergencies_are_detected_regardless_of_case_and_punctuation() {
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
        assert!(is_emergency(text), "{text}");
    }
}

#[test]
fn a_question_with_emergency_words_is_not_an_emergency() {
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
        assert!(!is_emergency(text), "{text}");
    }
}

#[test]
fn typical_emergency_texts_are_detected() {
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
        assert!(is_emergency(text), "{text}");
    }
}

#[test]
fn short_texts_that_name_a_danger_are_emergencies() {
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
    for text in phrases(texts) {
        assert!(is_emergency(text), "{text}");
    }
}

#[test]
fn compound_nouns_with_emergency_words_are_not_emergencies() {
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
        assert!(!is_emergency(text), "{text}");
    }
}

#[test]
fn panicked_texts_are_emergencies() {
    let missed: Vec<&&str> = PANIC.iter().filter(|text| !is_emergency(text)).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn harmless_texts_with_emergency_words_are_not_emergencies() {
    let is_emergency: Vec<&&str> = CALM.iter().filter(|text| is_emergency(text)).collect();
    assert!(is_emergency.is_empty(), "{is_emergency:#?}");
}

#[test]
fn compound_nouns_do_not_span_punctuation() {
    for mark in [".", "!", "!!", "\n", ",", ":", "…"] {
        let text = format!("Fire{mark} exits in the hallway are blocked");
        assert!(is_emergency(&text), "{text}");
    }
    assert!(!is_emergency("fire exits in the hallway are blocked"));
}
