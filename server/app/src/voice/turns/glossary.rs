//! What homes have, in the languages of residents: by these words figures are told apart in a translation. Of other
//! words it says nothing.
use super::figures::root;

/// In English, and in Spanish and French, in small letters and without the s of many. No word names two things.
const THINGS: &[(&str, &str)] = &[
    ("pool", "piscina alberca pileta piscine"),
    ("gym fitness", "gimnasio gym gymnase sport fitness musculation"),
    ("clubhouse", "club clubhouse"),
    ("spa hot-tub", "spa jacuzzi"),
    ("sauna", "sauna"),
    ("court", "cancha pista court terrain"),
    ("playground", "juego jeu jeux"),
    ("garage", "garaje cochera garage"),
    ("parking park", "estacionamiento aparcamiento parque stationnement parking parc"),
    ("office", "oficina bureau"),
    ("lobby", "vestíbulo lobby hall"),
    ("mailroom", "correo courrier"),
    ("laundry", "lavandería lavadero buanderie laverie"),
    ("elevator", "ascensor ascensore elevador elevadore ascenseur"),
    ("gate door", "portón portone verja puerta portail barrière porte"),
    ("dock", "muelle quai"),
    ("roof rooftop", "azotea techo toit"),
    ("balcony", "balcón balcon balcone"),
    ("storage", "almacenamiento trastero rangement"),
    ("trash garbage", "basura poubelle ordure déchet"),
    ("recycling", "reciclaje reciclable recyclage recyclable"),
    ("bulk", "voluminoso encombrant"),
    ("water", "agua eau"),
    ("guest visitor visit", "invitado invitada huésped visitante visita invité invitée visiteur visite"),
    ("resident", "residente résident résidente"),
    ("owner", "propietario propietaria propriétaire"),
    ("tenant", "inquilino inquilina locataire"),
    ("adult", "adulto adulta adulte"),
    ("child children kid", "niño niña enfant"),
    ("dog", "perro chien"),
    ("cat", "gato chat"),
    ("pet", "mascota animal animaux"),
    ("truck", "camión camione camion"),
    ("car vehicle", "coche carro auto vehículo voiture véhicule"),
    ("bike", "bicicleta bici vélo"),
    ("permit", "permiso permis"),
    ("key", "llave clé"),
    ("fob", "llavero mando badge"),
    ("deposit", "depósito fianza caution dépôt"),
    ("late", "tardío tardía retraso mora retard"),
    ("fine", "multa amende"),
    ("emergency", "emergencia urgencia urgence"),
    ("maintenance", "mantenimiento entretien maintenance"),
    ("security", "seguridad sécurité"),
    ("manager", "administrador administradora gerente gestionnaire gérant"),
    ("delivery", "entrega livraison"),
    ("move", "mudanza déménagement"),
    ("quiet", "silencio tranquilo silence calme"),
    ("month", "mes mensual mois mensuel"),
    ("year", "año anual année"),
    ("season", "temporada saison"),
    ("night", "noche nuit"),
    ("week", "semana semaine"),
    ("holiday", "festivo feriado férié"),
    ("summer", "verano été"),
    ("winter", "invierno hiver"),
];

/// What an English word names.
pub fn english(word: &str) -> Option<String> {
    let root = root(word)?;
    named(|(english, _)| english.split(' ').any(|one| self::root(one).as_ref() == Some(&root)))
}

/// What a Spanish or French word names.
pub fn abroad(word: &str) -> Option<String> {
    let ends = ["", "s", "es"];
    let single = |one: &str| ends.iter().any(|end| word.strip_suffix(end) == Some(one));
    named(|(_, abroad)| abroad.split(' ').any(single))
}

fn named(is_meant: impl Fn(&(&str, &str)) -> bool) -> Option<String> {
    THINGS.iter().find(|thing| is_meant(thing)).map(|(english, _)| (*english).to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_word_names_one_thing_and_its_plural_the_same() {
        let mut seen = HashSet::new();
        for word in THINGS.iter().flat_map(|(_, abroad)| abroad.split(' ')) {
            assert!(seen.insert(word), "{word} names two things");
        }
        assert_eq!(abroad("piscinas"), english("pools"));
        assert_eq!(abroad("ascensores"), english("elevator"));
        assert_eq!(abroad("tres"), None);
    }
}
