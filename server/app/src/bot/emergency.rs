//! Whether a text tells of danger to people or to the building.
//!
//! Heard by wordings, not by single words: "fire pit" and "emergency contact" are questions like
//! others. Where in doubt it is heard: a colleague who looks in vain costs less than a flood.
use crate::texting;

/// Wordings that tell of an emergency wherever they stand, in capitals and without marks.
const WORDINGS: [&str; 80] = [
    "CALL 911",
    "CALLED 911",
    "CALLING 911",
    "AMBULANCE",
    "NOT BREATHING",
    "CANT BREATHE",
    "UNCONSCIOUS",
    "HEART ATTACK",
    "IS BLEEDING",
    "DROWNING",
    "BADLY HURT",
    "ON FIRE",
    "THERE IS A FIRE",
    "THERES A FIRE",
    "HOUSE FIRE",
    "KITCHEN FIRE",
    "SMELL SMOKE",
    "SMELLING SMOKE",
    "SMELLS LIKE SMOKE",
    "FULL OF SMOKE",
    "SMOKE COMING",
    "SMOKE IS COMING",
    "SMELL GAS",
    "SMELLING GAS",
    "SMELLS LIKE GAS",
    "SMELL OF GAS",
    "GAS SMELL",
    "GAS LEAK",
    "CARBON MONOXIDE",
    "FLOODING",
    "IS FLOODED",
    "BURST PIPE",
    "PIPE BURST",
    "PIPES BURST",
    "PIPE HAS BURST",
    "PIPE JUST BURST",
    "WATER EVERYWHERE",
    "WATER POURING",
    "WATER IS POURING",
    "WATER GUSHING",
    "WATER IS GUSHING",
    "WATER COMING THROUGH",
    "WATER IS COMING THROUGH",
    "WATER THROUGH THE CEILING",
    "SEWAGE COMING",
    "SEWAGE IS COMING",
    "SEWAGE BACKING UP",
    "CEILING COLLAPSED",
    "CEILING IS COLLAPSING",
    "CEILING FELL",
    "SPARKS COMING",
    "IS SPARKING",
    "ELECTRIC SHOCK",
    "POWER LINE DOWN",
    "STUCK IN THE ELEVATOR",
    "TRAPPED IN",
    "BREAKING IN",
    "BREAKING INTO",
    "SOMEONE BROKE IN",
    "INTRUDER",
    "GUNSHOTS",
    "SHOTS FIRED",
    // In Spanish and in French.
    "ES UNA EMERGENCIA",
    "HAY FUEGO",
    "HAY UN INCENDIO",
    "HUELE A GAS",
    "FUGA DE GAS",
    "ESCAPE DE GAS",
    "NO RESPIRA",
    "NO PUEDO RESPIRAR",
    "INUNDANDO",
    "ATRAPADO EN EL ELEVADOR",
    "CEST UNE URGENCE",
    "AU FEU",
    "IL Y A UN INCENDIE",
    "ODEUR DE GAZ",
    "FUITE DE GAZ",
    "NE RESPIRE PAS",
    "INONDATION",
    "COINCE DANS LASCENSEUR",
];

/// "Emergency" is heard but before these: they belong to a question.
const ASKED_ABOUT: [&str; 14] = [
    "CONTACT", "CONTACTS", "NUMBER", "NUMBERS", "PHONE", "LINE", "EXIT", "EXITS", "LIGHT", "LIGHTS", "KIT",
    "PLAN", "PLANS", "FUND",
];

/// Whether it tells of one.
pub fn heard(text: &str) -> bool {
    let words = texting::plain(text);
    let said = format!(" {} ", words.join(" "));
    let named = words.iter().enumerate().any(|(at, word)| {
        let next = words.get(at + 1).map_or("", String::as_str);
        word == "EMERGENCY" && !ASKED_ABOUT.contains(&next)
    });
    named || WORDINGS.iter().any(|wording| said.contains(&format!(" {wording} ")))
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
}
