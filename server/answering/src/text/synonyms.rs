//! Synonyms in the domain of community associations.
//!
//! Each line lists the words of one concept. A word belongs to at most one concept, because a word with two meanings
//! would make unrelated entries similar. Words that are related but not synonymous (`pool` and `gym`) belong to
//! different concepts. Words are compared by stem.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::text::stemming::stem;

const CONCEPTS: &[&str] = &[
    // Home, people and papers.
    "unit apartment condo condominium home house townhome townhouse place flat",
    "resident homeowner owner neighbor neighbour",
    "tenant renter lessee",
    "rent lease leasing sublet sublease airbnb vrbo rental",
    "guest visitor visit company friend family relative",
    "manager management staff super superintendent office frontdesk",
    "association hoa coa community",
    "board committee director trustee",
    "bylaw rule regulation policy guideline covenant ccr declaration",
    "document form paperwork copy pdf certificate",
    "minute agenda",
    "permission permit allow approve approval authorize consent permitted ok okay forbidden prohibited legal",
    // Money.
    "dues fee assessment",
    "pay payment autopay remit",
    "cost price pricing howmuch",
    "fine penalty violation",
    "account balance statement",
    "insurance coverage insured insurer policyholder ho6",
    "sell selling sale resale escrow",
    // Vehicles and entrances.
    "car vehicle auto automobile truck van suv motorcycle motorbike",
    "park parking garage spot stall space",
    "tow impound",
    "charger charging ev tesla electric",
    "bike bicycle bikerack scooter",
    "fob key remote clicker keycard passcode",
    "lock locked lockout locksmith",
    "gate entrance entry callbox intercom buzzer",
    "sticker decal tag",
    // Waste, pests, water, air.
    "garbage trash rubbish waste dumpster bin",
    "recycle recycling recyclable",
    "bulk bulky furniture couch sofa mattress",
    "pest bug roach cockroach ant mouse rat rodent exterminator exterminate bedbug termite spider",
    "leak leaking drip flood flooding burst",
    "water plumbing pipe faucet",
    "drain clog clogged toilet sink backup",
    "ac hvac thermostat cooling heating heat furnace",
    "power electricity outage blackout",
    "repair fix maintenance broken maintain workorder malfunction",
    "elevator lift",
    "light lightbulb bulb lamp",
    // Amenities and daily life.
    "dog pet cat animal puppy kitten",
    "leash dogpark poop",
    "pool swim swimming hottub spa jacuzzi",
    "gym fitness workout exercise treadmill",
    "clubhouse lounge partyroom clubroom",
    "party event celebration birthday",
    "reserve book reservation booking schedule rsvp",
    "grill bbq barbecue barbeque grilling",
    "package parcel delivery amazon ups fedex usps delivered shipment",
    "mail mailbox postal letter mailman",
    "noise noisy loud music quiet sound",
    "smoke smoking cigarette vape vaping marijuana weed tobacco",
    "laundry washer dryer washing",
    "storage locker",
    "move moving mover relocate",
    "balcony patio deck terrace lanai",
    "garden landscaping lawn grass mow plant tree flower landscaper",
    "paint painting repaint color colour",
    "renovate renovation remodel remodeling alteration modification architectural contractor construction",
    "install mount mounting hang setup attach installation",
    "floor flooring hardwood carpet tile",
    "window blind curtain shade",
    "dish satellite antenna",
    "camera surveillance cctv video webcam",
    "doorbell ring",
    "internet wifi cable broadband",
    "email phone contact call reach number address",
    "website portal login online app",
    "password credential username",
    "hour open close opening closed closes",
    "complain complaint report grievance",
    "emergency urgent afterhours",
    "police security guard patrol",
    "holiday christmas decoration decorate xmas",
    "snow ice plow shovel",
    "child kid toddler baby",
    "start begin",
    "cancel stop",
    "replace replacement exchange another",
    "register signup enroll",
    "dispose discard rid",
    "lose missing misplace",
    "pickup collect collection",
    "submit request file apply application",
    "someone somebody anyone anybody",
    "change update edit modify",
];

static CONCEPT_BY_STEM: LazyLock<HashMap<String, u16>> = LazyLock::new(|| {
    let mut concept_by_stem = HashMap::new();
    for (number, line) in (0..).zip(CONCEPTS) {
        for word in line.split_whitespace() {
            concept_by_stem.entry(stem(word)).or_insert(number);
        }
    }
    concept_by_stem
});

/// Returns the number of the concept that a stem belongs to, if any.
pub fn concept(stem: &str) -> Option<u16> {
    CONCEPT_BY_STEM.get(stem).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_synonyms(one: &str, other: &str) -> bool {
        concept(&stem(one)).is_some() && concept(&stem(one)) == concept(&stem(other))
    }

    #[test]
    fn inflected_forms_of_synonyms_share_a_concept() {
        for (one, other) in [
            ("cars", "vehicle"),
            ("trash", "garbage"),
            ("dogs", "pets"),
            ("fob", "remote"),
            ("dues", "fee"),
            ("swimming", "pool"),
            ("parcels", "package"),
        ] {
            assert!(are_synonyms(one, other), "{one} and {other}");
        }
    }

    #[test]
    fn related_words_have_different_concepts() {
        for (one, other) in [("pool", "gym"), ("dues", "fine"), ("trash", "recycling"), ("package", "mail")] {
            assert!(!are_synonyms(one, other), "{one} and {other}");
        }
    }

    #[test]
    fn a_word_belongs_to_one_concept_only() {
        let words = CONCEPTS
            .iter()
            .zip(0..)
            .flat_map(|(line, at)| line.split_whitespace().map(move |word| (word, at)));
        let ambiguous: Vec<&str> =
            words.filter(|(word, at)| concept(&stem(word)) != Some(*at)).map(|row| row.0).collect();
        assert!(ambiguous.is_empty(), "{ambiguous:?}");
    }
}
