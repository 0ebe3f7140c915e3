use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use platform::config::CatalogName::{Company, Fine, Merged};
use serde_json::Value;

use super::{
    model::{CATEGORIES, Intent},
    *,
};

/// Maximum share of words that the questions of two intents may have in common.
const MAX_IN_COMMON: f64 = 0.5;

fn intents(name: CatalogName) -> &'static [Intent] {
    static SHIPPED: LazyLock<Library> = LazyLock::new(|| library().expect("the catalogs"));
    SHIPPED.of(name)
}

fn everything() -> impl Iterator<Item = &'static Intent> {
    [Fine, Merged, Company].into_iter().flat_map(intents)
}

/// Returns a value of the schema: `path` starts at the properties of an intent.
fn schema(path: &str) -> Value {
    let schema: Value =
        serde_json::from_str(include_str!("../../../catalogs/catalog.schema.json")).expect("a schema");
    schema.pointer(&format!("/$defs/intent/properties{path}")).expect(path).clone()
}

/// Returns the minimum and maximum length that the schema allows.
fn bounds(path: &str) -> std::ops::RangeInclusive<u64> {
    let schema = schema(path);
    let either = |a: &str, b: &str| schema[a].as_u64().or(schema[b].as_u64()).expect(path);
    either("minLength", "minItems")..=either("maxLength", "maxItems")
}

fn words(question: &str) -> BTreeSet<String> {
    let words = question.to_lowercase();
    words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
fn each_catalog_has_its_name_and_expected_size() {
    for (name, called, size) in
        [(Fine, "fine", 240..=260), (Merged, "merged", 65..=75), (Company, "company", 38..=44)]
    {
        let catalog = shipped(name).expect(called);
        assert_eq!(catalog.catalog, called);
        assert!(size.contains(&catalog.intents.len()), "{called} has {}", catalog.intents.len());
    }
}

#[test]
fn fine_and_merged_catalogs_use_all_categories_and_no_unknown_ones() {
    let expected = BTreeSet::from(CATEGORIES);
    let used = |name| intents(name).iter().map(|it| it.category.as_str()).collect::<BTreeSet<_>>();
    assert_eq!(schema("/category/enum"), serde_json::json!(CATEGORIES));
    assert_eq!(used(Fine), expected);
    assert_eq!(used(Merged), expected);
    assert!(used(Company).is_subset(&expected));
}

#[test]
fn intents_are_grouped_by_category_in_order() {
    for name in [Fine, Merged] {
        let mut categories: Vec<_> = intents(name).iter().map(|it| it.category.as_str()).collect();
        categories.dedup();
        assert_eq!(categories, CATEGORIES);
    }
}

#[test]
fn each_fine_intent_is_covered_by_one_merged_intent_of_its_category() {
    let mut covers: BTreeMap<&str, usize> = BTreeMap::new();
    for intent in intents(Fine) {
        let merged = intent.merged.as_deref().unwrap_or_default();
        let by = intents(Merged).iter().find(|it| it.id == merged);
        assert_eq!(by.map(|it| &it.category), Some(&intent.category), "{}", intent.id);
        *covers.entry(merged).or_default() += 1;
    }
    for intent in intents(Merged) {
        assert!(covers.contains_key(intent.id.as_str()), "{} covers nothing", intent.id);
    }
    assert!(intents(Merged).iter().chain(intents(Company)).all(|it| it.merged.is_none()));
}

#[test]
fn every_field_is_within_the_schema_limits() {
    let long = |text: &str| text.chars().count() as u64;
    let slug = |text: &str| {
        text.split('-').all(|part| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        })
    };
    let (id, title) = (bounds("/id"), bounds("/title"));
    let (samples, sample) = (bounds("/samples"), bounds("/samples/items"));
    for intent in everything() {
        let at = &intent.id;
        assert!(slug(at) && id.contains(&long(at)), "{at}");
        assert!(title.contains(&long(&intent.title)), "{at}");
        assert!(samples.contains(&(intent.samples.len() as u64)), "{at}");
        for text in intent.samples.iter().chain([&intent.title]) {
            assert!(text.trim() == text && !text.contains("  ") && !text.contains('\n'), "{at}: {text}");
        }
        assert!(intent.samples.iter().all(|text| sample.contains(&long(text))), "{at}");
    }
    assert!(intents(Fine).iter().chain(intents(Company)).all(|it| it.samples.len() == 1));
}

#[test]
fn ids_and_questions_are_unique_and_titles_are_unique_per_catalog() {
    let (mut ids, mut questions) = (BTreeSet::new(), BTreeSet::new());
    for intent in everything() {
        assert!(ids.insert(&intent.id), "{}", intent.id);
        for sample in &intent.samples {
            assert!(questions.insert(words(sample)), "{sample}");
        }
    }
    for name in [Fine, Merged, Company] {
        let mut titles = BTreeSet::new();
        assert!(intents(name).iter().all(|it| titles.insert(it.title.to_lowercase())), "{name:?}");
    }
}

#[test]
fn intents_of_a_catalog_have_no_similar_questions() {
    for name in [Fine, Merged, Company] {
        let questions: Vec<_> = intents(name)
            .iter()
            .flat_map(|it| it.samples.iter().map(move |text| (&it.id, text, words(text))))
            .collect();
        for (i, (one, text, words)) in questions.iter().enumerate() {
            for (other, again, others) in questions[i + 1..].iter().filter(|(other, ..)| other != one) {
                let (common, all) = (words.intersection(others).count(), words.union(others).count());
                let share = common as f64 / all as f64;
                assert!(share <= MAX_IN_COMMON, "{one} asks {text:?} and {other} asks {again:?}");
            }
        }
    }
}
