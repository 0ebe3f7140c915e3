//! Language identification by common words.
//!
//! Text messages are too short for letter frequencies ("pool hrs" has the letter frequencies of French). A text is in
//! Spanish or French if it contains a word that is not English, and more words of that language than of English.

use crate::text::normalization::fold;

/// A language that residents write. A text that is too short or too mixed to identify counts as English, the language
/// of the answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, or not identified.
    #[default]
    English,
    /// Spanish.
    Spanish,
    /// French.
    French,
}

impl Language {
    /// Returns the BCP 47 tag; an empty string for English.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "",
            Self::Spanish => "es",
            Self::French => "fr",
        }
    }

    /// Returns the English name.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Spanish => "Spanish",
            Self::French => "French",
        }
    }
}

/// English words that are neither Spanish nor French.
const ENGLISH: &str = "\
    the is are was were be been do does did can could may should would will what whats where wheres when whens who whos \
    why how hows my your our their his her you we they i im ive it its this that there here have has had get got and or \
    of to for with from at by in into about not dont cant isnt any some all if please pls plz need want know open \
    allowed u r ur thru hrs";

/// Spanish words.
const SPANISH: &str = "\
    abre abren abierta abierto acceso administracion agua aire ahora algo alguien alquilar alquiler alguno ascensor \
    aparcar aparcamiento apartamento area asociacion ayuda ayer banos basura bano bicicleta buenas buenos cada calefaccion \
    carro cerrada cerrado cierra cierran clave coche como contrasena correo cuando cuanto cuanta cuantos cuantas cual \
    cuales cuesta cuota cuotas debo del dejar desde departamento dia dias dinero donde edificio elevador ella ellos \
    encuentra entrada entregas esta estan estacionar estacionamiento este esto estoy estas fiesta fuga funciona gente \
    gimnasio gracias gusta gustaria hablar hacer hasta hola horario horarios hoy hora horas inquilino inquilinos jardin \
    junta lavadora lavanderia llave llaves luz llegar llegan mantenimiento manana mascota mascotas mejor mes mi mis \
    mucho muchas mudanza multa muy necesito noche nosotros nuestro nuestra numero oficina paga pagar pago paquete \
    paquetes para parqueo perdi perdon perro perros permiso permisos permite permiten persona pero piscina por porque \
    pregunta problema proxima proximo pueda puede pueden puedo puerta quiero quien quienes quisiera recoger reglas \
    renta reservar reunion roto rota ruido saber salon seguro senor senora servicio sirve solicitar somos soy \
    su sus tambien tarde tardes tengo tiene tienen tenemos todo todos trabajo tuberia una unas usar usted ustedes \
    vecino vecinos visitante visitantes visitas vivo yo buzon gato gatos ruidosos donde esta";

/// French words.
const FRENCH: &str = "\
    acces aider aide ai aimerais allo ascenseur assurance au aujourdhui aussi avec avez avoir avons bruit bonjour \
    bonsoir boite bureau cest cet cette ceux chaque chat chats chaude chauffage chez chien chiens cle cles clef \
    clefs combien comment cotisation cotisations courrier cuisine dans demain demenagement depuis des dois dois doit dun \
    dune eau elle encore enfants escalier est et etage etes fermee ferme fermer fermes fete fonctionne fuite garer gerant \
    heure heures ici immeuble invites jai jardin je jaimerais jour jours jusqua laver laverie lascenseur leau les \
    leur locataire locataires louer loyer lumiere mais maintenant merci mes moi mon monsieur madame navons nest nai \
    nos notre nous nuit ordures ou ouvert ouverte ouvre ouvrent oui panne par paquets parking payer perdu permis \
    personne peut peux piscine plait porte poubelle poubelles pourquoi pouvez pouvons prochaine puis quand quartier que \
    quel quelle quelles quels quelquun quest quil qui quoi regles regle reparer reserver reunion sa saison salle \
    sil soir sont sous stationnement stationner stationnements suis sur telephone tous tout toute tres trouve trouver \
    une vais velo velos vendredi voisin voisins voiture voitures vos votre voudrais vous";

/// Spanish and French words that are also English words or parts of place names. They count toward their language but
/// are no evidence by themselves.
const SHARED_SPANISH: &str =
    "a al con de el en es hay la las le lo los me no o que se si sin son un va y te tu";
const SHARED_FRENCH: &str = "a ca ce de du elles en il ils la le les ma me ne on par parking pas plus pour se ses si son ta \
    te tu un va y ete";

/// Words of [`SPANISH`] or [`FRENCH`] that also occur in English texts, so that one of them is no evidence.
const ALSO_ENGLISH: &str = "area persona solicitar problema este renta son parking par permit au aide ai est et des sa sur \
    me mes mon ou qui cet tout sous bureau chat chats que su mi mis yo para del como pero junta mejor por una la les toute";

/// Identifies the language of a text.
pub fn detect_language(text: &str) -> Language {
    let folded = fold(text);
    let words: Vec<String> = folded
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .map(|word| word.replace('\'', ""))
        .filter(|word| !word.is_empty())
        .collect();
    let count = |list: &str| words.iter().filter(|word| contains_word(list, word)).count();
    let english = count(ENGLISH);
    let score = |own: &str, shared: &str| {
        let distinctive = words
            .iter()
            .filter(|word| contains_word(own, word) && !contains_word(ALSO_ENGLISH, word))
            .count();
        let known =
            words.iter().filter(|word| contains_word(own, word) || contains_word(shared, word)).count();
        // Without a distinctive word, more than half of the words, and at least 3, must be known.
        if distinctive > 0 || known >= 3 && known * 2 > words.len() { known + distinctive } else { 0 }
    };
    let (spanish, french) = (score(SPANISH, SHARED_SPANISH), score(FRENCH, SHARED_FRENCH));
    match spanish.cmp(&french) {
        _ if spanish.max(french) <= english => Language::English,
        std::cmp::Ordering::Greater => Language::Spanish,
        std::cmp::Ordering::Less => Language::French,
        std::cmp::Ordering::Equal => Language::English,
    }
}

fn contains_word(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|one| one == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_all(texts: &[&str], expected: Language) {
        let mismatches: Vec<_> = texts.iter().filter(|text| detect_language(text) != expected).collect();
        assert!(mismatches.is_empty(), "{mismatches:?} are not {expected:?}");
    }

    #[test]
    fn short_english_texts_are_english() {
        let texts = [
            "r dogs ok",
            "pool hrs",
            "what time does the pool open",
            "wifi pw?",
            "is the gym open rn",
            "plz send the gate code",
            "me mail key is lost",
            "can u fix ac",
            "trash day",
            "guest parking",
            "where is it",
            "no hot water",
            "la fitness discount?",
            "el dorado pool hours",
            "my toilet is leaking",
            "does the clubhouse have a piano",
            "are pets allowed",
            "fob broken",
            "pkg room code",
            "hoa dues amount",
            "who is on the board",
            "vacancies?",
            "lease renewal",
            "on site manager number",
            "a/c",
            "",
            "?",
            "1",
            "🔥",
            "no",
            "me",
            "si",
            "plus one guest",
            "par 3 course",
            "rendezvous room rental",
            "Las Palmas unit 4",
            "Casa Del Mar parking permit",
            "is chat available",
            "cafe menu",
            "how do i get a permit para my car",
            "son's parking pass",
            "visitor pass",
            "el",
            "menu for the fiesta room please",
        ];
        assert_all(&texts, Language::English);
    }

    #[test]
    fn spanish_texts_are_identified() {
        let texts = [
            "gracias",
            "hola",
            "a que hora abre la piscina",
            "¿Dónde puedo estacionar?",
            "donde esta la oficina",
            "se permiten perros",
            "no funciona el aire acondicionado",
            "cuanto cuesta el estacionamiento",
            "necesito un permiso para mi carro",
            "horario de la piscina",
            "tengo una fuga de agua",
            "puedo tener mascotas",
            "el elevador no sirve",
            "cuando es la proxima reunion",
            "perros?",
            "basura",
            "quien es el gerente",
            "perdi mi llave",
            "como pago mis cuotas",
            "A QUE HORA CIERRA EL GIMNASIO",
            "hola, where puedo aparcar mi coche",
            "buenas tardes",
            "cual es la clave del wifi",
            "hay alguien en la oficina hoy",
        ];
        assert_all(&texts, Language::Spanish);
    }

    #[test]
    fn french_texts_are_identified() {
        let texts = [
            "bonjour",
            "merci",
            "quelles sont les heures de la piscine",
            "où puis-je me garer",
            "est-ce que les chiens sont permis",
            "a quelle heure ouvre la piscine",
            "l'ascenseur est en panne",
            "comment payer mes frais",
            "je n'ai plus d'eau chaude",
            "quand est la prochaine réunion",
            "ou est le bureau",
            "puis-je avoir un chat",
            "stationnement visiteur",
            "j'ai perdu ma clé",
            "les ordures",
            "piscine ouverte?",
            "c'est quoi le code wifi",
            "LA PISCINE EST OUVERTE?",
            "combien coûte la location de la salle",
            "qui est le gérant",
        ];
        assert_all(&texts, Language::French);
    }
}
