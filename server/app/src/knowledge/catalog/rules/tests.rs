//! Edits of the catalogs and their effects.
use CatalogName::{Fine, Merged};
use platform::tabular;

use super::*;
use crate::knowledge::catalog::model::{
    Edit, EditResult, ImportResult, IntentChange, IntentMerge, IntentPart, IntentSplit, IntentUpdate,
};

fn intent(id: &str, category: &str, merged: Option<&str>) -> Intent {
    Intent {
        id: id.into(),
        category: category.into(),
        title: format!("About {id}"),
        samples: vec![format!("what about {id} then")],
        merged: merged.map(str::to_owned),
    }
}

fn library() -> Library {
    Library {
        fine: vec![
            intent("dogs", "Pets", Some("animals")),
            intent("cats", "Pets", Some("animals")),
            intent("permits", "Parking", Some("cars")),
        ],
        merged: vec![intent("animals", "Pets", None), intent("cars", "Parking", None)],
        company: vec![],
        became: std::collections::BTreeMap::new(),
    }
}

fn fresh() -> String {
    "x1".into()
}

fn edited(edit: Edit) -> EditResult {
    apply_edit(&library(), edit, &fresh).expect("it is in order")
}

fn refused(edit: Edit) -> String {
    apply_edit(&library(), edit, &fresh).expect_err("it is not in order").to_string()
}

fn changes(after: &Library) -> Vec<(String, Vec<IntentChange>)> {
    let id = |it: &crate::knowledge::catalog::model::Difference| {
        it.after.as_ref().or(it.before.as_ref()).expect("one").id.clone()
    };
    differences(&library(), after).iter().map(|it| (id(it), it.changes.clone())).collect()
}

fn update(key: &str) -> IntentUpdate {
    IntentUpdate { key: key.into(), title: None, category: None, samples: None, merged: None }
}

#[test]
fn a_moved_intent_is_last_in_its_new_category() {
    let after =
        edited(Edit::Update(IntentUpdate { category: Some("Parking".into()), ..update("dogs") })).library;
    let order: Vec<_> = after.fine.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(order, ["cats", "permits", "dogs"]);
    assert_eq!(changes(&after), [("dogs".to_owned(), vec![IntentChange::Moved])]);
}

#[test]
fn a_merged_intent_keeps_the_first_key_and_all_samples() {
    let merge =
        IntentMerge { keys: vec!["cats".into(), "dogs".into()], title: None, category: None, samples: None };
    let after = edited(Edit::Merge(merge)).library;
    assert_eq!(after.fine[0].id, "cats");
    assert_eq!(after.fine[0].samples, ["what about cats then", "what about dogs then"]);
    assert_eq!(after.fine.len(), 2);
    let keys = vec!["animals".to_owned(), "cars".to_owned()];
    let after = edited(Edit::Merge(IntentMerge { keys, title: None, category: None, samples: None })).library;
    assert!(after.fine.iter().all(|it| it.merged.as_deref() == Some("animals")));
}

#[test]
fn differences_name_the_final_target_of_merged_intents() {
    let merge = |keys: &[&str]| {
        let keys = keys.iter().map(|key| (*key).to_owned()).collect();
        Edit::Merge(IntentMerge { keys, title: None, category: None, samples: None })
    };
    let next = |library: &Library, edit| apply_edit(library, edit, &fresh).expect("it is in order").library;
    let removals = |after: &Library| -> Vec<(String, Vec<IntentChange>, Option<String>)> {
        let removed_intents = differences(&library(), after).into_iter().filter(|it| it.after.is_none());
        removed_intents.map(|it| (it.before.expect("one").id, it.changes, it.into.map(|it| it.id))).collect()
    };
    let merged = |key: &str, into: &str| (key.to_owned(), vec![IntentChange::Merged], Some(into.to_owned()));
    let removed = |key: &str| (key.to_owned(), vec![IntentChange::Removed], None);
    let after = next(&library(), merge(&["cats", "dogs"]));
    assert_eq!(removals(&after), [merged("dogs", "cats")]);
    let after = next(&after, merge(&["permits", "cats"]));
    assert_eq!(removals(&after), [merged("dogs", "permits"), merged("cats", "permits")]);
    let after = next(&after, Edit::Remove(vec!["permits".into()]));
    assert_eq!(removals(&after), [removed("dogs"), removed("cats"), removed("permits")]);
}

#[test]
fn removing_a_merged_intent_removes_its_coverage() {
    let after = edited(Edit::Remove(vec!["animals".into()])).library;
    let mapping = vec![IntentChange::Mapping];
    let expected = [
        ("dogs".to_owned(), mapping.clone()),
        ("cats".to_owned(), mapping),
        ("animals".to_owned(), vec![IntentChange::Removed]),
    ];
    assert_eq!(changes(&after), expected);
}

#[test]
fn split_parts_get_the_named_coverage_and_the_first_keeps_the_rest() {
    let part = |title: &str, covers: &[&str]| IntentPart {
        title: title.into(),
        samples: vec![format!("tell me of {title}")],
        covers: covers.iter().map(|key| (*key).to_owned()).collect(),
    };
    let parts = vec![part("Big ones", &[]), part("Small ones", &["cats"])];
    let after = edited(Edit::Split(IntentSplit { key: "animals".into(), parts })).library;
    let merged: Vec<_> = after.merged.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(merged, ["animals", "small-ones-x1", "cars"]);
    let covered: Vec<_> = after.fine.iter().map(|it| it.merged.as_deref().expect("one")).collect();
    assert_eq!(covered, ["animals", "small-ones-x1", "cars"]);
    let parts = vec![part("Big ones", &[]), part("Small ones", &["permits"])];
    assert!(refused(Edit::Split(IntentSplit { key: "animals".into(), parts })).contains("does not cover"));
}

#[test]
fn duplicate_or_oversized_intents_are_refused() {
    for (change, expected) in [
        (
            IntentUpdate { title: Some("About cats?".into()), ..update("dogs") },
            "an intent \"About cats\" already",
        ),
        (
            IntentUpdate { samples: Some(vec!["What about  CATS then?".into()]), ..update("dogs") },
            "is a sample of \"About cats\"",
        ),
        (IntentUpdate { samples: Some(vec!["short".into()]), ..update("dogs") }, "8 to 160"),
        (IntentUpdate { title: Some("A".repeat(61)), ..update("dogs") }, "3 to 60"),
        (IntentUpdate { merged: Some("animals".into()), ..update("cars") }, "Only fine intents"),
        (
            IntentUpdate {
                samples: Some((1..=5).map(|n| format!("question {n} of many")).collect()),
                ..update("cars")
            },
            "at most 4",
        ),
        (
            IntentUpdate {
                samples: Some((1..=11).map(|n| format!("question {n} of many")).collect()),
                ..update("dogs")
            },
            "at most 10",
        ),
    ] {
        let error = refused(Edit::Update(change));
        assert!(error.contains(expected), "{expected}: {error}");
    }
}

#[test]
fn keys_are_derived_from_the_title_and_limited_in_length() {
    assert_eq!(key("Pets & Parking: what's new?", &fresh), "pets-parking-what-s-new-x1");
    assert_eq!(key("猫", &fresh), "x1");
    assert!(key(&"long ".repeat(12), &fresh).len() <= KEY);
}

fn import_file(name: CatalogName, text: &str, whole: bool) -> ImportResult {
    let rows =
        tabular::read(text.as_bytes(), tabular::Bounds { megabytes: 8, lines: 5_000 }).expect("a table");
    let columns = columns_of(&rows[0]).expect("columns");
    import(&library(), name, &columns, &rows[1..], whole, &fresh).expect("room")
}

fn reasons(result: &ImportResult) -> Vec<(u32, &str)> {
    result.rejected.iter().map(|line| (line.line, line.reason.as_str())).collect()
}

#[test]
fn lines_with_the_same_intent_are_combined() {
    let text = "Intent,Category,Question\nAbout DOGS,,may i have a dog\nabout dogs,Parking,\"is a puppy a dog\nmay i have a dog?\"\n";
    let result = import_file(Fine, text, false);
    assert_eq!(reasons(&result), []);
    let dogs = result.library.find("dogs").expect("still there").1;
    assert_eq!((dogs.title.as_str(), dogs.category.as_str()), ("About DOGS", "Parking"));
    assert_eq!(dogs.samples, ["may i have a dog", "is a puppy a dog"]);
    assert_eq!(dogs.merged.as_deref(), Some("animals"));
}

#[test]
fn an_invalid_line_is_rejected_and_removes_nothing() {
    let text = "category,intent,samples,merged intent\nPets,About dogs,may i have a dog,\nZoo,About cats,may i have a cat,\n\
                Pets,About fish,may i have a fish,Whales\n,,nothing here,\nPets,About birds,,\nPets,About mice,may i have a dog,\n";
    let result = import_file(Fine, text, true);
    let rejected = reasons(&result);
    for (line, words) in [
        (3, "no category \"Zoo\""),
        (4, "no merged intent \"Whales\""),
        (5, "has no intent"),
        (6, "at least one question"),
        (7, "is a sample of \"About dogs\""),
    ] {
        assert!(
            rejected.iter().any(|(at, reason)| *at == line && reason.contains(words)),
            "{line} {words}: {rejected:?}"
        );
    }
    assert_eq!(rejected.len(), 5);
    // The permits are not in the file; the cats are, but in an invalid line.
    let left: Vec<_> = result.library.fine.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(left, ["dogs", "cats"]);
}

#[test]
fn a_complete_file_of_merged_intents_removes_coverage_of_omitted_ones() {
    let result =
        import_file(Merged, "category,intent,samples\nParking,About cars,what about cars then\n", true);
    assert_eq!(result.unchanged, 1);
    let covered: Vec<_> = result.library.fine.iter().map(|it| it.merged.as_deref()).collect();
    assert_eq!(covered, [None, None, Some("cars")]);
}

#[test]
fn a_file_without_an_intent_column_is_refused() {
    let rows = tabular::read(b"a,b\nc,d\n", tabular::Bounds { megabytes: 8, lines: 5_000 }).expect("a table");
    assert!(columns_of(&rows[0]).err().expect("none").to_string().contains("no column \"intent\""));
}

#[test]
fn an_export_round_trips() {
    for name in [Fine, Merged] {
        let text = export(&library(), name).expect("a file");
        let result = import_file(name, &text, true);
        assert_eq!((result.library.of(name), reasons(&result)), (library().of(name), vec![]));
    }
}

#[test]
fn malformed_files_are_refused_or_imported() {
    let exported = export(&library(), Fine).expect("a file");
    let samples = [
        exported.as_str(),
        "Intent,Category,Question,merged intent\nAbout DOGS,Pets,\"a dog\npuppy?\",Animals\n",
    ];
    fuzzing::check_texts(300, &samples, |text| {
        let Ok(rows) = tabular::read(text.as_bytes(), tabular::Bounds { megabytes: 1, lines: 1_000 }) else {
            return;
        };
        let Ok(columns) = columns_of(&rows[0]) else { return };
        for name in [Fine, Merged] {
            let result = import(&library(), name, &columns, &rows[1..], true, &fresh);
            assert!(result.is_err() || result.is_ok_and(|result| result.rejected.len() < rows.len()));
        }
    });
}
