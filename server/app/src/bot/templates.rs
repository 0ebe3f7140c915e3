//! The bot's own sentences, as opposed to the community's answers.
//!
//! Each sentence exists once per language and says what happens next.
use answering::{Language, SmallTalk};

/// Maximum characters of a question in a disambiguation.
const MAX_QUESTION_CHARS: usize = 160;

/// The recipient of a sentence.
pub struct Recipient<'a> {
    /// First name, if known.
    pub name: Option<&'a str>,
    /// The community's display name.
    pub community: &'a str,
    pub language: Language,
}

impl Recipient<'_> {
    /// Returns the community's name without its article, to follow another one: "the Meridian office".
    fn without_article(&self) -> &str {
        self.community.strip_prefix("The ").unwrap_or(self.community)
    }

    fn comma_name(&self) -> String {
        self.name.map(|name| format!(", {name}")).unwrap_or_default()
    }
}

/// Returns the reply to a greeting or to thanks, or `None` for an acknowledgment.
pub fn small_talk(recipient: &Recipient<'_>, small_talk: SmallTalk) -> Option<String> {
    let (name, community) = (recipient.comma_name(), recipient.community);
    Some(match (small_talk, recipient.language) {
        (SmallTalk::Greeting, Language::English) => {
            format!("Hi{name}! Ask me anything about {community}. What I don't know, I'll ask the office.")
        }
        (SmallTalk::Greeting, Language::Spanish) => {
            format!(
                "¡Hola{name}! Pregunte lo que quiera sobre {community}. Lo que no sepa, lo consulto con la oficina."
            )
        }
        (SmallTalk::Greeting, Language::French) => {
            format!(
                "Bonjour{name} ! Posez-moi vos questions sur {community}. Si je ne sais pas, je demande au bureau."
            )
        }
        (SmallTalk::Thanks, Language::English) => format!("You're welcome{name}!"),
        (SmallTalk::Thanks, Language::Spanish) => format!("¡De nada{name}!"),
        (SmallTalk::Thanks, Language::French) => format!("Avec plaisir{name} !"),
        (SmallTalk::Acknowledgment | SmallTalk::HumanRequest, _) => return None,
    })
}

/// Returns the greeting of an email to a resident.
pub fn email_greeting(recipient: &Recipient<'_>) -> String {
    match (recipient.name, recipient.language) {
        (Some(name), Language::English) => format!("Hi {name},"),
        (Some(name), Language::Spanish) => format!("Hola, {name}:"),
        (Some(name), Language::French) => format!("Bonjour {name},"),
        (None, Language::English) => "Hi,".to_owned(),
        (None, Language::Spanish) => "Hola:".to_owned(),
        (None, Language::French) => "Bonjour,".to_owned(),
    }
}

/// Returns the reply to a resident who asks for a person.
pub fn human_request(recipient: &Recipient<'_>) -> String {
    let (name, community) = (recipient.comma_name(), recipient.community);
    let office = recipient.without_article();
    match recipient.language {
        Language::English => {
            format!("Of course{name}. I've asked the {office} office. Someone will get back to you here.")
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

/// Returns the sentence that says that staff received the other questions of a text.
pub fn remaining_questions(recipient: &Recipient<'_>) -> String {
    let (community, office) = (recipient.community, recipient.without_article());
    match recipient.language {
        Language::English => {
            format!("I've asked the {office} office about the rest. Someone will reply here.")
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

/// Returns an English answer with an introduction in the resident's language that says how to reach a person.
pub fn english_answer(language: Language, answer: &str) -> String {
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

/// Returns the text that asks which of these questions the resident means.
pub fn disambiguation(questions: &[&str]) -> String {
    let numbered: Vec<String> =
        (1..).zip(questions).map(|(n, question)| format!("{n}. {}", truncate(question))).collect();
    format!("Did you mean:\n{}\nReply with the number, or reply 0 for the office.", numbered.join("\n"))
}

/// Returns the message of a web chat above the questions of which the visitor may mean one.
pub fn choices() -> &'static str {
    "Did you mean one of these? If not, write \"none\", and I'll ask the office."
}

/// Returns the reply in a web chat to a question about an account.
pub fn account_handoff(recipient: &Recipient<'_>) -> String {
    let (community, office) = (recipient.community, recipient.without_article());
    match recipient.language {
        Language::English => format!(
            "I can't answer that here myself, so I'm asking the {office} office. Someone will reply here."
        ),
        Language::Spanish => format!(
            "No puedo responder a eso yo mismo, así que pregunto a la oficina de {community}. Alguien le \
             responderá por aquí."
        ),
        Language::French => format!(
            "Je ne peux pas y répondre moi-même, je demande donc au bureau de {community}. Quelqu'un vous \
             répondra ici."
        ),
    }
}

/// Returns the reply in a web chat in which many questions already wait for staff.
pub fn questions_waiting(recipient: &Recipient<'_>) -> String {
    let (community, office) = (recipient.community, recipient.without_article());
    match recipient.language {
        Language::English => {
            format!("The {office} office already has several of your questions and will reply here.")
        }
        Language::Spanish => {
            format!("La oficina de {community} ya tiene varias preguntas suyas y le responderá por aquí.")
        }
        Language::French => {
            format!("Le bureau de {community} a déjà plusieurs de vos questions et vous répondra ici.")
        }
    }
}

/// Returns the request for the unit number before account data is sent. The same for every phone, known or
/// not.
pub fn ask_for_unit(language: Language) -> &'static str {
    match language {
        Language::English => "To tell you about your account, please text me your unit number.",
        Language::Spanish => "Para informarle sobre su cuenta, envíeme por favor el número de su unidad.",
        Language::French => "Pour vous parler de votre compte, envoyez-moi le numéro de votre logement.",
    }
}

/// Returns the repeated request after a wrong reply.
pub fn ask_for_unit_again(language: Language) -> &'static str {
    match language {
        Language::English => "I could not match that. Please text me your unit number again, such as 4B.",
        Language::Spanish => "No pude comprobarlo. Envíeme otra vez el número de su unidad, como 4B.",
        Language::French => {
            "Je n'ai pas pu vérifier. Envoyez-moi encore le numéro de votre logement, comme 4B."
        }
    }
}

/// Returns the announcement that a code is emailed if the phone is on an account. The same for every phone,
/// known or not.
pub fn ask_for_code(language: Language) -> &'static str {
    match language {
        Language::English => {
            "To tell you about your account, I need to know that it is you. If this phone is on an account, a \
             six-digit code is on its way to the email address of that account. Please text it to me within 10 \
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

/// Returns the repeated request after a wrong code.
pub fn ask_for_code_again(language: Language) -> &'static str {
    match language {
        Language::English => {
            "I could not match that code. Please text me the six digits from the email again."
        }
        Language::Spanish => "No pude comprobar ese código. Envíeme otra vez las seis cifras del correo.",
        Language::French => {
            "Je n'ai pas pu vérifier ce code. Envoyez-moi encore les six chiffres de l'e-mail."
        }
    }
}

/// Shortens a question.
fn truncate(question: &str) -> String {
    match question.char_indices().nth(MAX_QUESTION_CHARS) {
        None => question.to_owned(),
        Some((end, _)) => format!("{}...", question[..end].trim_end()),
    }
}

/// Returns the reply to a text that reports an emergency.
pub fn emergency(recipient: &Recipient<'_>) -> String {
    let (community, office) = (recipient.community, recipient.without_article());
    match recipient.language {
        Language::English => format!(
            "If anyone is in danger, call 911 now. The {office} office has been told that this is urgent and \
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

/// Returns the text of a blast for a resident who asks about it.
pub fn repeated_blast(text: &str) -> String {
    format!("Here is our announcement again: {text}")
}

/// Returns the reply while staff look for an answer.
pub fn handoff(recipient: &Recipient<'_>, training: bool) -> String {
    let (name, community) = (recipient.comma_name(), recipient.community);
    let office = recipient.without_article();
    match recipient.language {
        Language::English if training => format!(
            "Thanks{name}. The {office} office reads every question these days; someone will reply here."
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
    use platform::sms;

    const LANGUAGES: [Language; 3] = [Language::English, Language::Spanish, Language::French];

    #[test]
    fn replies_are_short_and_name_the_recipient_and_the_community() {
        for language in LANGUAGES {
            let recipient = Recipient { name: Some("Priya"), community: "Harbor Row", language };
            let replies = [
                Some(human_request(&recipient)),
                Some(handoff(&recipient, false)),
                small_talk(&recipient, SmallTalk::Greeting),
            ];
            for sentence in replies.into_iter().flatten() {
                assert!(sentence.contains("Priya") && sentence.contains("Harbor Row"), "{sentence}");
                assert!(sms::cost(&sentence).segments <= 2, "{sentence}");
            }
        }
    }

    #[test]
    fn a_community_name_with_an_article_gets_no_second_article() {
        let recipient = Recipient { name: None, community: "The Meridian", language: Language::English };
        for sentence in [
            human_request(&recipient),
            remaining_questions(&recipient),
            emergency(&recipient),
            account_handoff(&recipient),
            questions_waiting(&recipient),
            handoff(&recipient, true),
            handoff(&recipient, false),
        ] {
            assert!(
                sentence.contains("Meridian") && !sentence.to_lowercase().contains("the the"),
                "{sentence}"
            );
        }
    }

    #[test]
    fn an_unknown_resident_is_not_addressed_by_name() {
        for language in LANGUAGES {
            let recipient = Recipient { name: None, community: "Harbor Row", language };
            assert!(!small_talk(&recipient, SmallTalk::Thanks).unwrap_or_default().contains(','));
            assert!(!handoff(&recipient, true).contains(','));
        }
    }

    #[test]
    fn a_disambiguation_of_three_long_questions_fits_into_one_text() {
        let long = "where do i park ".repeat(60);
        let text = disambiguation(&[&long, &long, &long]);
        assert!(text.chars().count() <= sms::MAX_CHARACTERS);
        assert!(text.contains("\n3. where") && text.ends_with("0 for the office."), "{text}");
    }

    #[test]
    fn an_english_answer_explains_how_to_reach_a_human() {
        for (language, word) in [(Language::Spanish, "agente"), (Language::French, "conseiller")] {
            let text = english_answer(language, "Yes.");
            assert!(text.contains(&format!("\"{word}\"")) && text.ends_with("\n\nYes."), "{text}");
            assert_eq!(answering::detect_small_talk(word), Some((SmallTalk::HumanRequest, language)));
            assert_eq!(answering::detect_language(&text), language);
        }
        assert_eq!(english_answer(Language::English, "Yes."), "Yes.");
    }

    #[test]
    fn an_acknowledgment_gets_no_reply() {
        let recipient = Recipient { name: None, community: "Harbor Row", language: Language::English };
        assert_eq!(small_talk(&recipient, SmallTalk::Acknowledgment), None);
    }
}
