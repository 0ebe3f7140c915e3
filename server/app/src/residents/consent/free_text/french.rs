//! The French grammar, with and without apostrophes: "m'écrire" is MECRIRE.
use super::pattern::{
    Grammar, Pattern, Rule,
    Slot::{Any, Either, End, Not, One},
    Words, is,
};

const DETERMINERS: Words = "DE DES LES CES VOS TES PLUS AUCUN AUCUNS TOUS AVEC AUX CE GENRE TANT AUTRES \
    DAUTRES UN TEXTE";
const MESSAGES: Words = "MESSAGES MESSAGE TEXTOS TEXTO SMS NOTIFICATIONS ALERTES RAPPELS SPAM SPAMS";
const TEXTS: &[Pattern] = &[&[Any(DETERMINERS), One(MESSAGES)]];
const PADDING: Words = "SVP STP MERCI SIL VOUS TE PLAIT PLUS PAS RIEN JAMAIS MAINTENANT DU TOUT DAVANCE A \
    CE NUMERO SUR MON CELL CELLULAIRE TELEPHONE PORTABLE";
/// What is sent: texts, or nothing named.
const SENT: &[Pattern] = &[&[Any(DETERMINERS), One(MESSAGES)], &[Any("CA CELA CECI"), Any(PADDING), End]];

const STOP: Words = "ARRETEZ ARRETE ARRETER ARRETES CESSEZ CESSE CESSER STOPPEZ STOPPER DARRETER";
const STOP_TEXTS: Words = "ARRETEZ ARRETE ARRETER CESSEZ CESSE STOPPEZ STOPPER ANNULEZ ANNULER \
    DESACTIVEZ DESACTIVER FINI ASSEZ DARRETER";
/// Contact with the author in one word, as infinitive, order or wish.
const CONTACT_ME: Words = "MECRIRE MECRIVEZ MECRIS MECRIVIEZ";
const CONTACT: Words = "ECRIRE ECRIVEZ ECRIS CONTACTER CONTACTEZ CONTACTE CONTACTIEZ TEXTER TEXTEZ TEXTE \
    HARCELER HARCELEZ DERANGER DERANGEZ DERANGE SOLLICITER SOLLICITEZ RELANCER RELANCEZ SPAMMER SPAMMEZ \
    EMBETER EMBETEZ";
const SEND_ME: Words = "MENVOYER MENVOYEZ MENVOIE MENVOYIEZ MADRESSER MADRESSEZ MEXPEDIER";
const SEND: Words = "ENVOYER ENVOYEZ ENVOIE ENVOYIEZ NENVOYEZ NENVOIE DENVOYER ADRESSER ADRESSEZ EXPEDIER";
const ME: Words = "ME NOUS";
const NEVER: Words = "PLUS JAMAIS PAS";
const WANT: Words = "VEUX VEUT VOULONS SOUHAITE SOUHAITONS SOUHAITERAIS DESIRE DESIRONS VOUDRAIS AIMERAIS";
const RECEIVE: Words = "RECEVOIR AVOIR OBTENIR";
const CONTACTED: Words = "CONTACTE CONTACTEE CONTACTES SOLLICITE SOLLICITEE DERANGE DERANGEE TEXTE";
/// What is rejected after "ne veux plus".
const REJECTED: &[Pattern] = &[
    &[Any(RECEIVE), Either(TEXTS)],
    &[One("ETRE"), One(CONTACTED)],
    &[One("QUE"), One("VOUS TU"), Any(ME), One(CONTACT)],
    &[One("QUE"), One("VOUS TU"), One(CONTACT_ME)],
    &[One("QUE"), One("VOUS TU"), One(SEND_ME), Either(SENT)],
];

const LISTED: Words = "LA LES VOTRE VOS CETTE TA TOUTES CES";
/// Lists of texts that a person can be taken off: not "la liste d'attente".
const LIST: &[Pattern] = &[
    &[One("DE"), Any(LISTED), One("LISTE LISTES"), Not("DE DES DU DATTENTE DINVITES POUR")],
    &[
        One("DE"),
        Any(LISTED),
        One("LISTE LISTES"),
        One("DE DES"),
        One("DIFFUSION CONTACTS CONTACT MESSAGES TEXTOS SMS DISTRIBUTION"),
    ],
    &[One("DE DES DU"), Any(LISTED), One("MESSAGES TEXTOS SMS GROUPE SYSTEME")],
];
const LIST_OR_END: &[Pattern] = &[&[Either(LIST)], &[Any("SVP STP MERCI SIL VOUS TE PLAIT MAINTENANT"), End]];
const REMOVE: Words = "RETIREZ RETIRE RETIRER ENLEVEZ ENLEVE ENLEVER SUPPRIMEZ SUPPRIME SUPPRIMER EFFACEZ \
    EFFACE EFFACER OTEZ OTER RAYEZ RAYER SORTEZ SORTIR";
const UNSUBSCRIBE: Words = "DESINSCRIVEZ DESINSCRIRE DESINSCRIS DESABONNEZ DESABONNER DESABONNE";
const NUMBER: Pattern = &[One("MON CE"), One("NUMERO CELLULAIRE TELEPHONE PORTABLE")];

const STOPPING: &[Pattern] = &[
    &[One(STOP), One("DE"), One(CONTACT_ME)],
    &[One(STOP), One("DE"), One(ME), One(CONTACT)],
    &[One(STOP), One("DE"), One(SEND_ME), Either(SENT)],
    &[One(STOP), One("DE"), One(ME), One(SEND), Either(SENT)],
    &[One(STOP), Any("DE"), One(SEND), Any(DETERMINERS), One(MESSAGES)],
    &[One("ARRETER CESSER"), One("DE"), One(RECEIVE), Either(TEXTS)],
    &[One(STOP), One("DECRIRE"), Any(PADDING), End],
    &[One(STOP_TEXTS), Either(TEXTS)],
    &[One("STOP"), One("AUX LES CES AVEC"), Either(TEXTS)],
    &[One(REMOVE), One("MOI NOUS"), Either(LIST_OR_END)],
    &[One(ME), One(REMOVE), Either(LIST)],
    &[One(REMOVE), Either(&[NUMBER]), Either(LIST_OR_END)],
    &[One(UNSUBSCRIBE), One("MOI NOUS"), Either(LIST_OR_END)],
    &[One(ME), One(UNSUBSCRIBE), Either(LIST_OR_END)],
];

const FORBIDDING: &[Pattern] = &[
    &[One("NE"), Any(NEVER), One(ME), One(CONTACT)],
    &[One("NE"), Any(NEVER), One(CONTACT_ME)],
    &[One("NE"), Any(NEVER), Any(ME), One(SEND_ME), Any(NEVER), Either(SENT)],
    &[One("NE"), Any(NEVER), One(ME), One(SEND), Any(NEVER), Either(SENT)],
    &[One("NE"), Any(NEVER), One(SEND), Any(NEVER), Any(DETERMINERS), One(MESSAGES)],
    &[One("NE"), One(NEVER), One(RECEIVE), Either(TEXTS)],
    &[One("NENVOYEZ NENVOIE"), One(NEVER), Any(DETERMINERS), One(MESSAGES)],
];

/// The same without the first word of the negation, as it is spoken.
const SPOKEN: &[Pattern] = &[
    &[One(WANT), One("PAS"), Either(REJECTED)],
    &[One(WANT), One("PLUS"), One("RECEVOIR"), Either(TEXTS)],
    &[One("MENVOYEZ MENVOIE"), One(NEVER), Any(DETERMINERS), One(MESSAGES)],
    &[One("MECRIVEZ MECRIS"), One(NEVER)],
    &[One(ME), One("CONTACTEZ TEXTEZ DERANGEZ CONTACTE TEXTE"), One(NEVER)],
];

const REJECTING: &[Pattern] = &[&[One("NE"), One(WANT), One(NEVER), Either(REJECTED)]];

const NO_MORE: &[Pattern] = &[&[One("PLUS"), One("DE AUCUN DES"), One(MESSAGES), Any(PADDING), End]];

const LEAVE_ALONE: &[Pattern] = &[
    &[One("LAISSEZ LAISSE"), One("MOI NOUS"), One("TRANQUILLE TRANQUILLES")],
    &[One("FICHEZ FOUTEZ LAISSEZ"), One("MOI NOUS"), One("LA EN"), One("PAIX")],
];

pub const GRAMMAR: Grammar = Grammar {
    rules: &[
        Rule { patterns: STOPPING, can_follow: can_be_request },
        Rule { patterns: FORBIDDING, can_follow: can_be_order },
        Rule {
            patterns: SPOKEN,
            can_follow: |before| can_be_order(before) && before.last().is_none_or(|word| word != "NE"),
        },
        Rule { patterns: REJECTING, can_follow: can_be_order },
        Rule { patterns: NO_MORE, can_follow: |before| before.iter().all(|word| is(word, PADDING)) },
        Rule { patterns: LEAVE_ALONE, can_follow: can_be_request },
    ],
    third_parties: "VOISIN VOISINS VOISINE VOISINES LOCATAIRE LOCATAIRES QUELQUUN MARI FEMME ENFANTS",
    self_descriptions: "SUIS PLUS PAS",
    sources: "DE DU DES",
    fillers: PADDING,
    limits: &[
        &[One("APRES AVANT PENDANT DURANT JUSQUA TANT TARD")],
        &[One("SI AUSSI TROP"), One("TARD TOT")],
        &[One("LA LE"), One("NUIT SOIR WEEKEND DIMANCHE MATIN")],
        &[One("EN"), One("ANGLAIS ESPAGNOL")],
    ],
};

fn can_be_request(before: &[String]) -> bool {
    !before.last().is_some_and(|word| is(word, "NE IL ELLE ON QUI PAS"))
}

/// Returns whether "ne m'écrivez plus" after these words is an order or a wish: not in "vous ne m'écrivez plus".
fn can_be_order(before: &[String]) -> bool {
    let subjects = "VOUS TU IL ILS ELLE ELLES QUI POURQUOI SI";
    // "S'il vous plaît" has a "vous", but not as the subject.
    !before.last().is_some_and(|word| is(word, subjects))
}
