//! An exported file can be imported without changes, and lines are validated like single changes.
use super::{super::plan_undo, *};
use crate::knowledge::answer::model::{AnswerChange, AnswerId, Version};

const NOW: Timestamp = Timestamp(1_000);

fn answer(id: &str, question: &str, text: &str) -> Answer {
    Answer {
        id: id.into(),
        community_id: "c".into(),
        category: "Amenities".into(),
        question: question.into(),
        samples: vec![],
        learned_samples: vec![],
        answer: text.into(),
        source: "Rules, p. 4".into(),
        version: 3,
        used: 7,
        updated_by: "Dana".into(),
        updated_ms: Timestamp(1),
        valid_until: String::new(),
    }
}

fn file(text: &str) -> Result<File, Fault> {
    read(&tabular::read(text.as_bytes(), BOUNDS)?)
}

fn import(existing: &[Answer], text: &str) -> ImportPlan {
    let community = "c".into();
    let file = file(text).expect("its columns");
    plan_import(Owner::Community(&community), existing, file, false, "Marcus", NOW).expect("there is room")
}

fn reasons(plan: &ImportPlan) -> Vec<(u32, &str)> {
    plan.rejected.iter().map(|line| (line.line, line.reason.as_str())).collect()
}

#[test]
fn importing_an_export_changes_nothing() {
    let mut unusual = answer("a", "=When is the pool open?", "'=1+1\r\nFrom 8,\rto \"10\".\n");
    unusual.samples = vec!["pool hours".into(), "hi\n\nwhen can we  swim?\nthx".into(), "-".into()];
    unusual.learned_samples = vec!["hi\n\nwhen can we  swim?\nthx".into()];
    unusual.valid_until = "2026-12-31".into();
    unusual.source = "'".into();
    let mut waiting = answer("b", "Where is the gym?", "");
    waiting.samples = vec!["gym".into()];
    let existing = [unusual, waiting];
    let plan = import(&existing, &export(&existing).expect("a table"));
    assert!(plan.differences.is_empty() && plan.rejected.is_empty(), "{plan:?}");
    assert_eq!(plan.unchanged, 2);
}

#[test]
fn missing_columns_keep_values_and_empty_cells_clear_optional_ones() {
    let mut pool = answer("a", "When is the pool open?", "From 8.");
    pool.samples = vec!["pool hours".into(), "swim when".into()];
    pool.learned_samples = vec!["swim when".into()];
    pool.valid_until = "2026-12-31".into();
    let bare = import(&[pool.clone()], "Question,Answer\nwhen is the POOL  open,From 9.\n");
    let after = &bare.differences[0].after;
    let unchanged = Answer {
        question: "when is the POOL  open".into(),
        answer: "From 9.".into(),
        version: 4,
        updated_by: "Marcus".into(),
        updated_ms: NOW,
        ..pool.clone()
    };
    assert_eq!(*after, unchanged);
    let text = "question,answer,category,source,other ways to ask it,holds until\nWhen is the pool open?,,,,POOL HOURS,\n";
    let after = import(&[pool.clone()], text).differences.remove(0).after;
    assert_eq!((after.answer.as_str(), after.category.as_str()), ("From 8.", "Amenities"));
    assert_eq!((after.source.as_str(), after.valid_until.as_str()), ("", ""));
    assert_eq!((after.samples, after.learned_samples), (vec!["pool hours".to_owned()], vec![]));
}

#[test]
fn new_answers_are_created_with_dates_in_spreadsheet_formats() {
    let text = "category,intent,answer,samples,last day\nPets,May I keep a llama?,No.,\"llama ok\n\nLLAMA OK?\n a llama\",12/31/2026\n,And two?,No.,,2027-01-31 00:00:00\n";
    let plan = import(&[answer("a", "Pool?", "Yes.")], text);
    let new: Vec<_> = plan.differences.iter().map(|one| (&one.before, &one.after)).collect();
    assert!(
        new.iter().all(|(before, after)| before.is_none() && after.id.0.is_empty() && after.version == 1)
    );
    assert_eq!(new[0].1.samples, ["llama ok", "a llama"]);
    assert_eq!((new[0].1.category.as_str(), new[1].1.category.as_str()), ("Pets", "General Information"));
    assert_eq!((new[0].1.valid_until.as_str(), new[1].1.valid_until.as_str()), ("2026-12-31", "2027-01-31"));
}

#[test]
fn invalid_lines_are_rejected_with_their_number() {
    let mut pool = answer("a", "When is the pool open?", "From 8.");
    pool.samples = vec!["what are the hours of the pool".into()];
    let samples: String = (0..51).map(|n| format!("way {n}\n")).collect();
    let text = format!(
        "question,answer,category,sample questions,expires on\n\
         When is the pool open,From 9.,,\"what are the hours of the pool\nwhat are the hours of the pools\",\n\
         ,No question.,,,\nGym?,In the cellar.,,,soon\nGym?,Upstairs.,,,\ngym,Nowhere.,,,\n\
         Long?,{},,,\nCategory?,Yes.,{},,\nWays?,Yes.,,\"{samples}\",\nBroken?,#REF!,,,\nWaits?,,,,\n",
        "x".repeat(4_001),
        "x".repeat(61)
    );
    let plan = import(&[pool], &text);
    let rejected = reasons(&plan);
    let expected = [
        (2, "almost the same as “what are the hours of the pool”"),
        (4, "has no question"),
        (5, "year, month and day"),
        (6, "Line 5 already has this question"),
        (7, "Line 5 already has this question"),
        (8, "The answer has more than 4000 characters"),
        (9, "The category has more than 60 characters"),
        (10, "more than 50 sample questions"),
        (62, "formula failed"),
    ];
    assert_eq!(rejected.len(), expected.len(), "{rejected:?}");
    for ((line, reason), (at, expected)) in rejected.iter().zip(expected) {
        assert!(*line == at && reason.contains(expected), "{line}: {reason}, not {at}: {expected}");
    }
    assert_eq!((plan.differences.len(), plan.unanswered), (0, 1));
}

#[test]
fn keep_answered_keeps_existing_answers() {
    let existing = [answer("a", "Pool?", "From 8."), answer("b", "Gym?", ""), answer("c", "Bikes?", "Yes.")];
    let text = "question,answer\nPool?,From 9.\nGym?,Upstairs.\nBikes?,Yes.\nLlamas?,No.\n";
    let community = "c".into();
    let file = file(text).expect("its columns");
    let plan = plan_import(Owner::Community(&community), &existing, file, true, "Marcus", NOW)
        .expect("there is room");
    let questions: Vec<_> = plan.differences.iter().map(|one| one.after.question.as_str()).collect();
    assert_eq!(questions, ["Gym?", "Llamas?"]);
    assert_eq!((plan.kept, plan.unchanged), (1, 1));
}

#[test]
fn a_preview_digest_identifies_the_changes() {
    let existing = [answer("a", "Pool?", "From 8.")];
    let text = "question,answer\nPool?,From 9.\n";
    let digest = preview(&import(&existing, text));
    assert_eq!(digest, preview(&import(&existing, text)));
    assert_ne!(digest, preview(&import(&existing, "question,answer\nPool?,From 10.\n")));
    let changed = [Answer { version: 4, ..existing[0].clone() }];
    assert_ne!(digest, preview(&import(&changed, text)));
}

#[test]
fn applying_an_import_gives_new_answers_unique_ids() {
    let existing = vec![answer("a", "Pool?", "From 8."), answer("b", "Gym?", "Yes.")];
    let plan = import(&existing, "question,answer\nOne?,1\nGym?,No.\nTwo?,2\n");
    let answers = applied(existing, plan);
    let texts: Vec<_> =
        answers.iter().map(|answer| (answer.question.as_str(), answer.answer.as_str())).collect();
    assert_eq!(texts, [("Pool?", "From 8."), ("Gym?", "No."), ("One?", "1"), ("Two?", "2")]);
    let ids: HashSet<_> = answers.iter().map(|answer| &answer.id).collect();
    assert_eq!(ids.len(), 4);
}

#[test]
fn files_without_required_columns_or_over_the_limit_are_refused() {
    let refused = |text: &str| file(text).map(drop).expect_err("no answers").words().to_owned();
    assert!(refused("a,b\n1,2\n").contains("no column \"question\" and no column \"answer\""));
    assert!(refused("question,b\n1,2\n").contains("no column \"answer\""));
    let lines: String = (0..2_001).map(|n| format!("{n},yes\n")).collect();
    assert!(refused(&format!("question,answer\n{lines}")).contains("more than 2,000 lines"));
    let existing: Vec<_> = (0..1_999).map(|n| answer(&n.to_string(), &n.to_string(), "yes")).collect();
    let (community, file) = ("c".into(), file("question,answer\na,1\nb,2\n").expect("its columns"));
    let full = plan_import(Owner::Community(&community), &existing, file, false, "", NOW);
    assert_eq!(full.expect_err("too many").reason(), ErrorReason::TooManyAnswers);
}

/// Undoes changes. Returns the removed, the restored and the kept answers.
fn undo(existing: &[Answer], changes: &[(&str, i64)], history: Vec<Version>) -> [Vec<String>; 3] {
    let change = |(id, version): &(&str, i64)| AnswerChange { id: AnswerId::from(*id), version: *version };
    let changes: Vec<_> = changes.iter().map(change).collect();
    let undoing = plan_undo(existing, &changes, history, "Marcus", NOW).expect("all of them were there");
    let removed = undoing.removed.into_iter().map(|answer| answer.question).collect();
    let restored = undoing.restored.into_iter().map(|(_, after)| after.answer).collect();
    [removed, restored, undoing.kept]
}

#[test]
fn undoing_removes_added_answers_and_restores_changed_ones() {
    let previous = Version::of(&Answer { version: 2, ..answer("a", "Pool?", "From 8.") }, Cause::Edit);
    let existing = [answer("a", "Pool?", "From 9."), Answer { version: 1, ..answer("b", "Gym?", "Yes.") }];
    let undone = |changes: &[(&str, i64)]| undo(&existing, changes, vec![previous.clone()]);
    let strings = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(undone(&[("a", 3), ("b", 1), ("a", 3)]), [strings(&["Gym?"]), strings(&["From 8."]), vec![]]);
    assert_eq!(undone(&[("a", 2), ("b", 0)]), [vec![], vec![], strings(&["Pool?", "Gym?"])]);
}

#[test]
fn undoing_skips_removed_and_conflicting_answers() {
    let existing = [answer("a", "Pool hours?", "From 9."), answer("b", "Pool?", "Yes.")];
    let renamed = Version::of(&Answer { version: 2, ..answer("a", "Pool?", "From 8.") }, Cause::Edit);
    let removal = Version::removal(&answer("c", "Gym?", "Yes."), Cause::Edit, "Dana", NOW);
    let undone = undo(&existing, &[("a", 3), ("b", 3), ("c", 3)], vec![renamed, removal]);
    assert_eq!(undone, [vec![], vec![], ["Pool hours?", "Pool?", "Gym?"].map(str::to_owned).to_vec()]);
    let unknown = AnswerChange { id: "z".into(), version: 1 };
    let refused = plan_undo(&existing, &[unknown], vec![], "Marcus", NOW).expect_err("it never was");
    assert_eq!(refused.reason(), ErrorReason::NotFound);
}

#[test]
fn malformed_files_are_refused_or_imported() {
    let known = [answer("a", "When is the pool open?", "From 8."), answer("b", "Where is the gym?", "")];
    let exported = export(&known).expect("a table");
    let samples = [
        exported.as_str(),
        "question;answer;samples;holds until\n=1+1;'x;\"a\nb\n\na\";12/31/2026\nIs it?;#N/A;;\n",
    ];
    fuzzing::check_texts(500, &samples, |text| {
        let Ok(file) = file(text) else { return };
        let community = "c".into();
        let plan = plan_import(Owner::Community(&community), &known, file, false, "Marcus", NOW);
        let plan = plan.unwrap_or_default();
        assert!(plan.rejected.iter().all(|line| line.line > 1 && !line.reason.is_empty()));
    });
}
