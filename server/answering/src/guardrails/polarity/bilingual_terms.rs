//! Terms of residential communities in English, Spanish and French, by which the contexts of facts are compared across
//! languages. Other words are ignored.

use super::fact_groups::root;

/// Concepts: English words, and their Spanish and French translations in lowercase singular. Each translation belongs to
/// one concept only.
const CONCEPTS: &[(&str, &str)] = &[
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

/// Returns the concept of an English word.
pub fn english_concept(word: &str) -> Option<String> {
    let root = root(word)?;
    find_concept(|(english, _)| english.split(' ').any(|one| self::root(one).as_ref() == Some(&root)))
}

/// Returns the concept of a Spanish or French word in singular or plural.
pub fn translated_concept(word: &str) -> Option<String> {
    let plural_endings = ["", "s", "es"];
    let has_singular =
        |singular: &str| plural_endings.iter().any(|ending| word.strip_suffix(ending) == Some(singular));
    find_concept(|(_, translations)| translations.split(' ').any(has_singular))
}

fn find_concept(is_match: impl Fn(&(&str, &str)) -> bool) -> Option<String> {
    CONCEPTS.iter().find(|concept| is_match(concept)).map(|(english, _)| (*english).to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_translation_belongs_to_one_concept_and_its_plural_to_the_same() {
        let mut seen = HashSet::new();
        for word in CONCEPTS.iter().flat_map(|(_, translations)| translations.split(' ')) {
            assert!(seen.insert(word), "{word} belongs to two concepts");
        }
        assert_eq!(translated_concept("piscinas"), english_concept("pools"));
        assert_eq!(translated_concept("ascensores"), english_concept("elevator"));
        assert_eq!(translated_concept("tres"), None);
    }
}
