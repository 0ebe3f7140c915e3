//! The Spanish grammar.
use super::pattern::{
    Grammar, Pattern, Rule,
    Slot::{Any, Either, End, Not, One},
    Words, is,
};

const DETERMINERS: Words = "MAS LOS LAS ESTOS ESTAS ESOS ESAS SUS TUS DE TODOS TANTOS NINGUN OTROS TEXTO \
    POR FAVOR A ESTE TIPO MIS UN OTRO";
const MESSAGES: Words = "MENSAJES MENSAJE TEXTOS MENSAJITOS SMS MSJS MSJ NOTIFICACIONES AVISOS ALERTAS \
    RECORDATORIOS TEXTS SPAM";
const TEXTS: &[Pattern] = &[&[Any(DETERMINERS), One(MESSAGES)]];
const PADDING: Words = "MAS POR FAVOR PORFAVOR PORFA YA GRACIAS NUNCA JAMAS AHORA PLEASE A MI ESTE NUMERO \
    CELULAR TELEFONO NADA DE ESTO AL";
/// What is sent: texts, or nothing named.
const SENT: &[Pattern] = &[&[Any(DETERMINERS), One(MESSAGES)], &[Any(PADDING), End]];

const STOP: Words = "DEJE DEJEN DEJA DEJAR PARE PAREN PARAR CESE CESEN TERMINEN";
const STOP_TEXTS: Words = "PARE PAREN PARAR DETENGAN DETENGA DETENER CANCELEN CANCELE CANCELAR CANCELA \
    SUSPENDAN BASTA ALTO QUITEN DESACTIVEN DESACTIVAR";
/// Infinitives that mean contact with the author.
const CONTACT_ME: Words = "ESCRIBIRME CONTACTARME MOLESTARME TEXTEARME MENSAJEARME ACOSARME ESCRIBIRNOS \
    CONTACTARNOS MOLESTARNOS";
const CONTACT: Words = "ESCRIBIR CONTACTAR MOLESTAR TEXTEAR MENSAJEAR";
const SEND: Words = "MANDAR MANDARME MANDARNOS ENVIAR ENVIARME ENVIARNOS";
const RECEIVE: Words = "RECIBIR RECIBIENDO TENER SEGUIR ME LLEGUEN";
const ME: Words = "ME NOS";
/// Orders and wishes that follow "no me": "no me escriban".
const CONTACT_ORDERS: Words = "ESCRIBAN ESCRIBA ESCRIBAS CONTACTEN CONTACTE CONTACTES TEXTEEN TEXTEE \
    MOLESTEN MOLESTE MOLESTES MENSAJEEN TEXTEES";
const SEND_ORDERS: Words = "MANDEN MANDE MANDES ENVIEN ENVIE ENVIES";
const WANT: Words = "QUIERO QUEREMOS DESEO DESEAMOS QUISIERA NECESITO";

const REMOVE_ME: Words = "BORRENME BORREME BORRAME BORRARME QUITENME QUITEME QUITAME QUITARME SAQUENME \
    SAQUEME SACAME SACARME ELIMINENME ELIMINEME ELIMINAME ELIMINARME REMUEVANME RETIRENME BAJENME";
const REMOVE: Words = "BORREN BORRE BORRA BORRAR QUITEN QUITE QUITAR SAQUEN SAQUE SACAR ELIMINEN ELIMINE \
    ELIMINA ELIMINAR RETIREN";
const UNSUBSCRIBE: Words = "DENME DEME DAME DARME";
const LISTED: Words = "LA LAS SU SUS ESTA ESA TU TODAS DE SUS";
/// Lists of texts that a person can be taken off: not "la lista de espera".
const LIST: &[Pattern] = &[
    &[One("DE DEL"), Any(LISTED), One("LISTA LISTAS"), Not("DE DEL PARA")],
    &[
        One("DE"),
        Any(LISTED),
        One("LISTA LISTAS"),
        One("DE"),
        Any(LISTED),
        One("MENSAJES TEXTOS SMS CONTACTOS CONTACTO DISTRIBUCION DIFUSION ENVIO ENVIOS"),
    ],
    &[One("DE"), Any(LISTED), One("MENSAJES TEXTOS GRUPO AQUI ESTO SISTEMA")],
    &[One("DEL"), One("GRUPO SISTEMA CHAT")],
];
const LIST_OR_END: &[Pattern] = &[&[Either(LIST)], &[Any("POR FAVOR YA AHORA GRACIAS"), End]];
const NUMBER: Pattern = &[One("MI ESTE"), One("NUMERO CELULAR TELEFONO")];

const STOPPING: &[Pattern] = &[
    &[One(STOP), One("DE"), One(CONTACT_ME)],
    &[One(STOP), One("DE"), One(CONTACT), Any(PADDING), End],
    &[One(STOP), One("DE"), One(SEND), Either(SENT)],
    &[One(STOP), One("DE"), Any(ME), One("ESCRIBIR MOLESTAR TEXTEAR"), Any(PADDING), End],
    &[One("DEJAR"), One("DE"), One("RECIBIR"), Either(TEXTS)],
    &[One(STOP_TEXTS), Any("CON"), Either(TEXTS)],
    &[One("STOP"), One("A LOS CON ESTOS"), Either(TEXTS)],
    &[One(REMOVE_ME), Either(LIST_OR_END)],
    &[One(REMOVE), Any(ME), Either(LIST)],
    &[One(REMOVE), Either(&[NUMBER]), Either(LIST_OR_END)],
    &[One(UNSUBSCRIBE), One("DE"), One("BAJA"), Either(LIST_OR_END)],
    &[One("DESUSCRIBIRME DESUSCRIBANME DESUSCRIBAME DESUSCRIBEME DESINSCRIBANME")],
];

const FORBIDDING: &[Pattern] = &[
    &[One("NO NUNCA"), Any("MAS YA VUELVAN VUELVA A"), One(ME), One(CONTACT_ORDERS)],
    &[One("NO NUNCA"), Any("MAS YA"), One(ME), One(SEND_ORDERS), Either(SENT)],
    &[One("NO NUNCA"), Any("VUELVAN VUELVA A"), One(CONTACT_ME)],
    &[One("NO"), One(SEND), Any(DETERMINERS), One(MESSAGES)],
    &[One("NO"), One(SEND_ORDERS), Any(DETERMINERS), One(MESSAGES)],
];

const REJECTING: &[Pattern] = &[
    &[One("NO"), One(WANT), Any("MAS YA"), Any(RECEIVE), Either(TEXTS)],
    &[One("NO"), Any(ME), One("INTERESAN INTERESA"), Any("RECIBIR"), Either(TEXTS)],
    &[One("NO"), One(WANT), One("QUE"), One(ME), One(CONTACT_ORDERS)],
    &[One("NO"), One(WANT), One("QUE"), One(ME), One(SEND_ORDERS), Either(SENT)],
    &[One("NO"), One(WANT), One("ESTAR"), One("EN"), Any(LISTED), One("LISTA LISTAS"), Not("DE DEL PARA")],
    &[One("NO"), One(WANT), Any("SER"), One("CONTACTADO CONTACTADA")],
];

const NO_MORE: &[Pattern] =
    &[&[One("NO"), One("MAS"), Either(TEXTS)], &[One("BASTA SUFICIENTE"), One("DE CON"), Either(TEXTS)]];

const LEAVE_ALONE: &[Pattern] = &[
    &[One("DEJENME DEJEME DEJAME DEJENNOS"), One("EN"), One("PAZ")],
    &[One("DEJENME DEJEME DEJAME"), One("TRANQUILO TRANQUILA")],
];

pub const GRAMMAR: Grammar = Grammar {
    rules: &[
        Rule { patterns: STOPPING, can_follow: can_be_request },
        Rule { patterns: FORBIDDING, can_follow: can_be_order },
        Rule { patterns: REJECTING, can_follow: |_| true },
        Rule {
            patterns: NO_MORE,
            can_follow: |before| !before.iter().any(|word| is(word, "HAY POR PORQUE")),
        },
        Rule { patterns: LEAVE_ALONE, can_follow: can_be_request },
    ],
    third_parties: "VECINO VECINOS VECINA VECINAS INQUILINO INQUILINOS INQUILINA ALGUIEN ESPOSO ESPOSA NINOS \
        PERROS BANCO",
    self_descriptions: "SOY NO",
    sources: "DE DEL",
    fillers: PADDING,
    limits: &[
        &[One("DESPUES ANTES DURANTE HASTA MIENTRAS TAN")],
        &[One("EN POR"), One("LA INGLES")],
        &[One("LA LAS"), One("NOCHE MADRUGADA NOCHES")],
        &[One("TARDE TEMPRANO")],
    ],
};

fn can_be_request(before: &[String]) -> bool {
    !before.last().is_some_and(|word| is(word, "NO NUNCA TAMPOCO SIN"))
}

fn can_be_order(before: &[String]) -> bool {
    !before.iter().any(|word| is(word, "PARA SI PORQUE"))
}
