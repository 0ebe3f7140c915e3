//! The bot's own sentences: what residents hear that is no answer of their community.
//!
//! Each is here once in every language in which it is heard, and says what happens next.
use answering::{Courtesy, Language};

/// So many characters of a question are said when it is asked back.
const MOST_OF_A_QUESTION: usize = 160;

/// Whom it is said to, and for which community.
pub struct To<'a> {
    /// The first name, if it is known.
    pub name: Option<&'a str>,
    /// The community's label.
    pub community: &'a str,
    pub language: Language,
}

impl To<'_> {
    fn comma_name(&self) -> String {
        self.name.map(|name| format!(", {name}")).unwrap_or_default()
    }
}

/// The reply to a greeting or to thanks; a nod wants none.
pub fn courtesy(to: &To<'_>, courtesy: Courtesy) -> Option<String> {
    let (name, community) = (to.comma_name(), to.community);
    Some(match (courtesy, to.language) {
        (Courtesy::Greeting, Language::English) => {
            format!("Hi{name}! Ask me anything about {community}. What I don't know, I'll ask the office.")
        }
        (Courtesy::Greeting, Language::Spanish) => {
            format!(
                "¡Hola{name}! Pregunte lo que quiera sobre {community}. Lo que no sepa, lo consulto con la oficina."
            )
        }
        (Courtesy::Greeting, Language::French) => {
            format!(
                "Bonjour{name} ! Posez-moi vos questions sur {community}. Si je ne sais pas, je demande au bureau."
            )
        }
        (Courtesy::Thanks, Language::English) => format!("You're welcome{name}!"),
        (Courtesy::Thanks, Language::Spanish) => format!("¡De nada{name}!"),
        (Courtesy::Thanks, Language::French) => format!("Avec plaisir{name} !"),
        (Courtesy::Nod | Courtesy::Person, _) => return None,
    })
}

/// What somebody hears who wishes for a person.
pub fn person(to: &To<'_>) -> String {
    let (name, community) = (to.comma_name(), to.community);
    match to.language {
        Language::English => {
            format!("Of course{name}. I've asked the {community} office. Someone will get back to you here.")
        }
        Language::Spanish => {
            format!(
                "Por supuesto{name}. Ya avisé a la oficina de {community}. Alguien le responderá por aquí."
            )
        }
        Language::French => {
            format!("Bien sûr{name}. J'ai prévenu le bureau de {community}. Quelqu'un vous répondra ici.")
        }
    }
}

/// What follows the answers to some of several questions, when staff get the others.
pub fn rest(to: &To<'_>) -> String {
    let community = to.community;
    match to.language {
        Language::English => {
            format!("I've asked the {community} office about the rest. Someone will reply here.")
        }
        Language::Spanish => {
            format!(
                "Lo demás se lo he preguntado a la oficina de {community}. Alguien le responderá por aquí."
            )
        }
        Language::French => {
            format!("Pour le reste, j'ai demandé au bureau de {community}. Quelqu'un vous répondra ici.")
        }
    }
}

/// An answer in English for somebody who writes in another language, and how to get a person.
pub fn in_english(language: Language, answer: &str) -> String {
    match language {
        Language::English => answer.to_owned(),
        Language::Spanish => format!(
            "La oficina escribió la respuesta en inglés. Si prefiere hablar con alguien, responda \"agente\".\n\n{answer}"
        ),
        Language::French => format!(
            "Le bureau a écrit la réponse en anglais. Pour parler à quelqu'un, répondez \"conseiller\".\n\n{answer}"
        ),
    }
}

/// Asks which of these questions is meant.
pub fn which(questions: &[&str]) -> String {
    let numbered: Vec<String> =
        (1..).zip(questions).map(|(n, question)| format!("{n}. {}", short(question))).collect();
    format!("Did you mean:\n{}\nReply with the number, or reply 0 for the office.", numbered.join("\n"))
}

/// Asks whoever wants to hear of their account for their unit; the same whoever it is.
pub fn your_unit(language: Language) -> &'static str {
    match language {
        Language::English => "To tell you about your account, please text me your unit number.",
        Language::Spanish => "Para informarle sobre su cuenta, envíeme por favor el número de su unidad.",
        Language::French => "Pour vous parler de votre compte, envoyez-moi le numéro de votre logement.",
    }
}

/// The same once more.
pub fn your_unit_again(language: Language) -> &'static str {
    match language {
        Language::English => "I could not match that. Please text me your unit number again, such as 4B.",
        Language::Spanish => "No pude comprobarlo. Envíeme otra vez el número de su unidad, como 4B.",
        Language::French => {
            "Je n'ai pas pu vérifier. Envoyez-moi encore le numéro de votre logement, comme 4B."
        }
    }
}

/// Says that a code is on its way, if there is anywhere to mail it to; the same whoever it is.
pub fn your_code(language: Language) -> &'static str {
    match language {
        Language::English => {
            "To tell you about your account, I need to know that it is you. If this phone is on an account, a \
             six-digit code is on its way to the e-mail address of that account. Please text it to me within 10 \
             minutes. If none comes, our office will reply here."
        }
        Language::Spanish => {
            "Para informarle sobre su cuenta, necesito saber que es usted. Si este teléfono está en una cuenta, un \
             código de seis cifras va a la dirección de correo de esa cuenta. Envíemelo en 10 minutos. Si no \
             llega, la oficina responderá por aquí."
        }
        Language::French => {
            "Pour vous parler de votre compte, je dois savoir que c'est vous. Si ce téléphone est sur un compte, un \
             code à six chiffres part vers l'adresse e-mail de ce compte. Envoyez-le-moi dans les 10 minutes. Si \
             rien n'arrive, le bureau répondra ici."
        }
    }
}

/// The code was none.
pub fn your_code_again(language: Language) -> &'static str {
    match language {
        Language::English => {
            "I could not match that code. Please text me the six digits from the e-mail again."
        }
        Language::Spanish => "No pude comprobar ese código. Envíeme otra vez las seis cifras del correo.",
        Language::French => {
            "Je n'ai pas pu vérifier ce code. Envoyez-moi encore les six chiffres de l'e-mail."
        }
    }
}

/// As much of a question as tells it from others in a text.
fn short(question: &str) -> String {
    match question.char_indices().nth(MOST_OF_A_QUESTION) {
        None => question.to_owned(),
        Some((end, _)) => format!("{}...", question[..end].trim_end()),
    }
}

/// What the resident hears when they tell of an emergency.
pub fn alarmed(to: &To<'_>) -> String {
    let community = to.community;
    match to.language {
        Language::English => format!(
            "If anyone is in danger, call 911 now. The {community} office has been told that this is urgent and \
             will reply here."
        ),
        Language::Spanish => format!(
            "Si alguien está en peligro, llame al 911 ahora. La oficina de {community} ya sabe que es urgente y \
             responderá por aquí."
        ),
        Language::French => format!(
            "Si quelqu'un est en danger, appelez le 911 tout de suite. Le bureau de {community} sait que c'est \
             urgent et répondra ici."
        ),
    }
}

/// What the resident hears while staff look for an answer.
pub fn hand_over(to: &To<'_>, training: bool) -> String {
    let (name, community) = (to.comma_name(), to.community);
    match to.language {
        Language::English if training => format!(
            "Thanks{name}. The {community} office reads every question these days; someone will reply here."
        ),
        Language::English => format!(
            "Good question{name}. I don't have that for {community} yet, so I'm asking the office. Someone will \
             reply here."
        ),
        Language::Spanish => format!(
            "Gracias{name}. He pasado su pregunta a la oficina de {community}. Alguien le responderá por aquí."
        ),
        Language::French => format!(
            "Merci{name}. J'ai transmis votre question au bureau de {community}. Quelqu'un vous répondra ici."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texting;

    const LANGUAGES: [Language; 3] = [Language::English, Language::Spanish, Language::French];

    #[test]
    fn a_sentence_is_short_and_names_the_community() {
        for language in LANGUAGES {
            let to = To { name: Some("Priya"), community: "Harbor Row", language };
            let said = [Some(person(&to)), Some(hand_over(&to, false)), courtesy(&to, Courtesy::Greeting)];
            for sentence in said.into_iter().flatten() {
                assert!(sentence.contains("Priya") && sentence.contains("Harbor Row"), "{sentence}");
                assert!(texting::cost(&sentence).segments <= 2, "{sentence}");
            }
        }
    }

    #[test]
    fn whoever_is_not_known_is_not_named() {
        for language in LANGUAGES {
            let to = To { name: None, community: "Harbor Row", language };
            assert!(!courtesy(&to, Courtesy::Thanks).unwrap_or_default().contains(','));
            assert!(!hand_over(&to, true).contains(','));
        }
    }

    #[test]
    fn three_long_questions_fit_into_a_text() {
        let long = "where do i park ".repeat(60);
        let said = which(&[&long, &long, &long]);
        assert!(said.chars().count() <= texting::MOST_CHARACTERS);
        assert!(said.contains("\n3. where") && said.ends_with("0 for the office."), "{said}");
    }

    #[test]
    fn whoever_gets_english_is_told_a_word_that_calls_a_person() {
        for (language, word) in [(Language::Spanish, "agente"), (Language::French, "conseiller")] {
            let said = in_english(language, "Yes.");
            assert!(said.contains(&format!("\"{word}\"")) && said.ends_with("\n\nYes."), "{said}");
            assert_eq!(answering::courtesy(word), Some((Courtesy::Person, language)));
            assert_eq!(answering::language(&said), language);
        }
        assert_eq!(in_english(Language::English, "Yes."), "Yes.");
    }

    #[test]
    fn a_nod_is_not_replied_to() {
        let to = To { name: None, community: "Harbor Row", language: Language::English };
        assert_eq!(courtesy(&to, Courtesy::Nod), None);
    }
}
