//! The phrases of small talk, in normalized words (see [`crate::text::normalization::normalize`]).

use std::sync::LazyLock;

use crate::Language;

/// The function of a phrase in a text, as a bit set.
pub type Roles = u16;

pub const GREETING: Roles = 1;
pub const THANKS: Roles = 1 << 1;
/// Acknowledgment or farewell that requires no reply.
pub const ACKNOWLEDGMENT: Roles = 1 << 2;
/// Filler without meaning of its own.
pub const FILLER: Roles = 1 << 3;
/// Start of a request, such as "can I".
pub const ASK: Roles = 1 << 4;
/// "How do I"; an entry may answer how to reach the office.
pub const HOW: Roles = 1 << 5;
/// "Talk to" and similar.
pub const TALK: Roles = 1 << 6;
/// An unspecified person.
pub const PERSON: Roles = 1 << 7;
/// A person as opposed to a bot.
pub const HUMAN: Roles = 1 << 8;
/// Office staff.
pub const OFFICE: Roles = 1 << 9;
/// Request for a call.
pub const CALL: Roles = 1 << 10;
/// All roles that may occur in a request for a human.
pub const ANY: Roles =
    GREETING | THANKS | ACKNOWLEDGMENT | FILLER | ASK | HOW | TALK | PERSON | HUMAN | OFFICE | CALL | TAIL;
/// Qualifier of a request for a human, such as "right now".
const TAIL: Roles = 1 << 11;

/// A sequence of words and its function.
pub struct Phrase {
    pub words: Vec<&'static str>,
    pub roles: Roles,
    pub language: Language,
}

impl Phrase {
    /// Returns whether the words start with the phrase. Letters of a word may be repeated, as in "heyyy".
    pub fn is_prefix_of(&self, words: &[String]) -> bool {
        self.words.len() <= words.len()
            && self.words.iter().zip(words).all(|(expected, word)| matches_word(expected, word))
    }
}

fn matches_word(expected: &str, word: &str) -> bool {
    expected == word || ends_with_repeated_letter(word) && collapse_runs(expected).eq(collapse_runs(word))
}

/// Returns whether a word of at least 3 letters ends with the same letter twice.
fn ends_with_repeated_letter(word: &str) -> bool {
    let mut letters = word.chars().rev();
    letters.next() == letters.next() && letters.next().is_some()
}

/// Returns the letters of a word, with each run of equal letters reduced to one.
fn collapse_runs(word: &str) -> impl Iterator<Item = char> {
    let mut previous = None;
    word.chars().filter(move |letter| previous.replace(*letter) != Some(*letter))
}

pub static PHRASES: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let lists = [(Language::English, ENGLISH), (Language::Spanish, SPANISH), (Language::French, FRENCH)];
    let groups =
        lists.into_iter().flat_map(|(language, list)| list.iter().map(move |group| (language, group)));
    let phrase =
        |language, roles, text: &'static str| Phrase { words: text.split(' ').collect(), roles, language };
    groups
        .flat_map(|(language, (roles, texts))| {
            texts.split('|').map(move |text| phrase(language, *roles, text.trim()))
        })
        .collect()
});

type PhraseGroups = &'static [(Roles, &'static str)];

const ENGLISH: PhraseGroups = &[
    (
        GREETING,
        "hi|hello|helo|hey|heya|hiya|howdy|yo|sup|greetings|good morning|good afternoon|good evening|good day|morning\
         |evening|afternoon|gm|how are you|how are you doing|how are you today|how is it going|how it going|what up\
         |what is up|wassup|whatsup|hope you are well|i hope you are well|hope you are doing well|hope all is well\
         |nice to meet you|happy monday|happy friday|happy holidays|happy new year|merry christmas|happy thanksgiving\
         |happy easter",
    ),
    (
        THANKS,
        "thanks|thank you|thankyou|thank|thanx|thanku|tks|tnx|thnx|tysm|tyvm|much appreciated|very much appreciated\
         |appreciate it|i appreciate it|appreciate that|i appreciate that|appreciate you|i appreciate you\
         |i really appreciate it|really appreciate it|we appreciate it|appreciate your help|i appreciate your help\
         |appreciate the help|i appreciate the help|appreciated|cheers|many thanks",
    ),
    (
        FILLER,
        "there|that|all|everyone|everybody|team|folks|guys|friend|sir|maam|madam|mr|ms|bot|parlor|dear|so|so much|very|very much\
         |too|again|oh|ah|well|and|a lot|a million|a bunch|a ton|in advance|for your help|for the help|for all your help\
         |for your time|for the information|for that|for this|for the reply|for the quick reply|for your reply\
         |for your quick reply|for the fast reply|for the quick response|for the response|for your response\
         |for your quick response|for the answer|for letting me know|for getting back to me|for everything|for helping\
         |for helping me|for your assistance|for the update|for the link|for all you do|to you|to you all",
    ),
    (
        ACKNOWLEDGMENT,
        "ok|okay|okey|okie|oki|okey dokey|okie dokie|k|kk|alright|all right|right|cool|great|perfect|awesome|excellent\
         |wonderful|fantastic|amazing|super|nice|good|sounds good|sounds great|sound good|got it|i got it|gotcha\
         |understood|noted|makes sense|that makes sense|i see|will do|good to know|sure|sure thing|fine|that is fine\
         |that is great|that is perfect|no problem|no worries|np|lol|haha|hahaha|you too|you as well|same to you\
         |have a great day|have a good day|have a nice day|have a wonderful day|have a great one|have a good one\
         |have a good night|have a great night|have a good evening|have a great evening|have a nice evening\
         |have a great weekend|have a good weekend|have a nice weekend|god bless|bless you|take care|bye|goodbye|bye bye\
         |see you|see you later|talk soon|good night|you are the best|you are awesome|you are great|you rock|that helps\
         |that helped|that is helpful|that is very helpful|that was helpful|that was very helpful|very helpful\
         |so helpful|super helpful|helpful|that is all|that is all i needed|that is what i needed\
         |exactly what i needed|just what i needed|love it",
    ),
    // A polite refusal requires no answer.
    (THANKS, "no thanks|no thank you|nope thanks"),
    (
        ASK,
        "can i|could i|may i|can we|could we|i want to|i would like to|i need to|i have to|i wish to|i prefer to|id like to\
         |i would rather|i would prefer to|let me|can you|could you|would you|will you|please let me|i can|i could|is there\
         |is there any way to|is there a way to|any way to|is it possible to|i am trying to|trying to|need to|want to\
         |would like to|like to|help me|i said|i just want to|i only want to|just want to|do you have|to",
    ),
    (HOW, "how can i|how do i|how could i|how do we|how can we|how to|how would i"),
    (
        TALK,
        "talk to|talk with|speak to|speak with|chat with|chat to|text with|connect me to|connect me with|connect me\
         |transfer me to|transfer me|put me through to|put me through|be connected to|be connected with\
         |be transferred to|get me|get a hold of|get ahold of|get hold of|hear from|talk|speak|i need|i want|need|want\
         |i would like|give me",
    ),
    (PERSON, "person|someone|somebody|anyone|anybody|someone else|somebody else"),
    (
        HUMAN,
        "human|humans|human being|agent|representative|rep|operator|real person|live person|actual person|live agent\
         |real human|live human|actual human|someone real|somebody real|customer service|customer support|live support\
         |live chat|person please|a person please|customer service representative|customer service rep",
    ),
    (
        OFFICE,
        "office|manager|management|staff|staff member|member of staff|member of the staff|team member|property manager\
         |community manager|management office|supervisor",
    ),
    (
        CALL,
        "call me|call me back|please call|call back please|callback please|phone me|ring me|give me a call\
         |give me a call back|have someone call me|have somebody call me|someone call me|somebody call me\
         |someone please call me|somebody please call me|someone give me a call|somebody give me a call\
         |can i get a call back|could i get a call back|i need a call back|i want a call back|i would like a call back\
         |i need a call|i want a call|i would like a call|can i have a call|someone to call me|somebody to call me\
         |someone to call me back|call my cell|call my phone|request a call|request a call back",
    ),
    (
        TAIL,
        "please|now|right now|instead|here|today|tomorrow|tonight|later|soon|directly|on the phone|by phone|over the phone\
         |in person|right away|immediately|as soon as possible|not a bot|not a robot|not a machine|not the bot\
         |and not a bot|and not a robot|from the office|at the office|in the office|in charge|who can help\
         |who can help me|that can help|that can help me|to help me|if possible|first|or|then|can|could|this morning\
         |this afternoon|this evening|in the morning|when you can|when you get a chance|when possible|anytime|at|on|am|pm\
         |my number|my cell|my phone|back|real|live|actual|a|an|the|another|your|just|really|actually|you are a bot\
         |this is useless|i have to|who is real|yes|no",
    ),
];

const SPANISH: PhraseGroups = &[
    (
        GREETING,
        "hola|buenos dias|buen dia|buenas tardes|buenas noches|buenas|saludos|que tal|como esta|como estas|como estan\
         |feliz navidad",
    ),
    (
        THANKS,
        "gracias|muchas gracias|mil gracias|muchisimas gracias|muy amable|muy amables|se lo agradezco|le agradezco\
         |te lo agradezco|se los agradezco",
    ),
    (
        FILLER,
        "senor|senora|senorita|a todos|a ustedes|a usted|por todo|por su ayuda|por tu ayuda|por la ayuda|por la informacion\
         |por su respuesta|por la respuesta|por responder|de antemano|muy|igualmente",
    ),
    (
        ACKNOWLEDGMENT,
        "vale|de acuerdo|esta bien|perfecto|entendido|muy bien|bueno|claro|listo|excelente|adios|hasta luego\
         |que tenga buen dia|que tenga un buen dia|buen fin de semana|no hay problema|no gracias",
    ),
    (
        ASK,
        "quiero|quisiera|puedo|necesito|podria|me gustaria|deseo|prefiero|se puede|hay|puede|pueden|me pueden|me puede\
         |dejeme|podemos",
    ),
    (HOW, "como puedo|como hago para"),
    (TALK, "hablar con|comunicarme con|hablar a|contactar con|paseme con|comuniqueme con|hablar"),
    (PERSON, "una persona|persona|alguien|alguna persona"),
    (
        HUMAN,
        "un humano|humano|una humana|un agente|agente|una agente|un representante|representante|una representante\
         |un operador|operador|una persona real|persona real|una persona de verdad|persona por favor\
         |una persona por favor|un ser humano|servicio al cliente",
    ),
    (
        OFFICE,
        "la oficina|el gerente|la gerente|la administracion|el administrador|la administradora|gerente|el encargado",
    ),
    (
        CALL,
        "llamenme|llameme|llamame|me pueden llamar|me puede llamar|pueden llamarme|puede llamarme|podrian llamarme\
         |podria llamarme|que me llamen|me llamen|alguien me puede llamar|me puede llamar alguien",
    ),
    (TAIL, "por favor|porfavor|porfa|ahora|de la oficina|de verdad|hoy|manana|lo antes posible|al|numero"),
];

const FRENCH: PhraseGroups = &[
    (
        GREETING,
        "bonjour|bonsoir|salut|coucou|allo|comment allez vous|comment ca va|ca va|comment vas tu|bonne annee|rebonjour",
    ),
    (
        THANKS,
        "merci|merci beaucoup|merci bien|mille mercis|je vous remercie|un grand merci|mille merci|merci infiniment",
    ),
    (
        FILLER,
        "madame|monsieur|tout le monde|a vous|a tous|a toi|pour votre aide|pour ton aide|pour laide|pour tout\
         |pour linformation|pour les informations|pour votre reponse|pour la reponse|davance|beaucoup|encore|tres|egalement",
    ),
    (
        ACKNOWLEDGMENT,
        "daccord|dac|parfait|cest bon|tres bien|entendu|compris|bonne journee|bonne soiree|bonne nuit|au revoir|a bientot\
         |cest note|cest parfait|pas de probleme|non merci",
    ),
    (
        ASK,
        "je veux|je voudrais|jaimerais|puis je|est ce que je peux|je peux|je souhaite|pourrais je|peut on\
         |est il possible de|cest possible de|il me faut|jai besoin de|on peut",
    ),
    (HOW, "comment puis je|comment je peux|comment"),
    (TALK, "parler a|parler avec|parler au|parler|joindre|passez moi|contacter|jai besoin dun"),
    (PERSON, "quelquun|une personne|personne"),
    (
        HUMAN,
        "un humain|humain|un agent|un conseiller|conseiller|une conseillere|un representant|representant\
         |une vraie personne|vraie personne|une personne reelle|un etre humain|service client|une personne svp",
    ),
    (
        OFFICE,
        "le bureau|bureau|le gerant|la gerante|gerant|le gestionnaire|la gestionnaire|gestionnaire|le syndic",
    ),
    (
        CALL,
        "appelez moi|rappelez moi|appelle moi|pouvez vous mappeler|pouvez vous me rappeler|pouvez vous me telephoner\
         |quelquun peut mappeler|quelquun peut me rappeler|quelquun peut il mappeler|quelquun peut il me rappeler\
         |pourriez vous mappeler|pourriez vous me rappeler|merci de me rappeler",
    ),
    (TAIL, "sil vous plait|svp|stp|sil te plait|maintenant|du bureau|aujourdhui|demain|des que possible|au"),
];
