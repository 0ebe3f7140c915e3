//! The bot's sentences to visitors who have to prove who they are. They are the same whether or not an address is on an
//! account.
use answering::Language;

/// Returns the request for the email address on the visitor's account.
pub fn ask_for_address(language: Language) -> &'static str {
    match language {
        Language::English => {
            "Before I share account details, I need to confirm it's you. What's the email address on your account? \
             I'll send a code to it."
        }
        Language::Spanish => {
            "Para informarle sobre su cuenta, necesito saber que es usted. ¿Cuál es la dirección de correo de su cuenta? \
             Le enviaré un código."
        }
        Language::French => {
            "Pour vous parler de votre compte, je dois savoir que c'est vous. Quelle est l'adresse e-mail de votre \
             compte ? J'y enverrai un code."
        }
    }
}

/// Returns the announcement that a code is emailed if the visitor's address is on an account.
pub fn ask_for_code(language: Language) -> &'static str {
    match language {
        Language::English => {
            "Before I share account details, I need to confirm it's you. If your email address is on an account, we're \
             sending a six-digit code to it. Enter it here within 10 minutes. If you don't get one, our office will \
             reply here."
        }
        Language::Spanish => {
            "Para informarle sobre su cuenta, necesito saber que es usted. Si su dirección de correo está en una \
             cuenta, le llegará un código de seis cifras. Escríbalo aquí en 10 minutos. Si no llega, la oficina \
             responderá por aquí."
        }
        Language::French => {
            "Pour vous parler de votre compte, je dois savoir que c'est vous. Si votre adresse e-mail est sur un \
             compte, un code à six chiffres y est envoyé. Écrivez-le ici dans les 10 minutes. Si rien n'arrive, le \
             bureau répondra ici."
        }
    }
}

/// Returns the repeated request after a wrong code.
pub fn ask_for_code_again(language: Language) -> &'static str {
    match language {
        Language::English => {
            "That code doesn't match. Enter the six digits from the email, or another email address."
        }
        Language::Spanish => {
            "No pude comprobar ese código. Escriba otra vez las seis cifras del correo, u otra dirección de correo."
        }
        Language::French => {
            "Je n'ai pas pu vérifier ce code. Écrivez encore les six chiffres de l'e-mail, ou une autre adresse e-mail."
        }
    }
}

/// Returns the reply to a code that is no longer needed, because the website has verified the visitor.
pub fn code_not_needed(language: Language) -> &'static str {
    match language {
        Language::English => {
            "You don't need that code. You're signed in on the website, so I already know it's you."
        }
        Language::Spanish => {
            "No necesita ese código. Inició sesión en el sitio web, así que ya sé que es usted."
        }
        Language::French => {
            "Ce code n'est pas nécessaire. Vous êtes connecté au site web, je sais donc que c'est vous."
        }
    }
}
