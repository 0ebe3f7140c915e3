//! Parsing of files, and plans of syncs.
use super::*;

fn vantaca() -> Association {
    Association { software: 1, name: "VANTACA".into(), field: "vantaca_assoc_code".into() }
}

fn refusal(data: &str) -> String {
    read(data, Some(&vantaca())).expect_err(data).to_string()
}

#[test]
fn columns_can_be_in_any_order_and_some_are_optional() {
    let data = "\u{feff}Name,Time Zone,CODE,Manager\r\n\"Row, Harbor\",America/Chicago,hr01,Bell\r\n";
    let entries = read(data, Some(&vantaca())).expect("it is right");
    let expected = Entry {
        code: "hr01".into(),
        tag: "Row,_Harbor".into(),
        units: None,
        time_zone: Some("America/Chicago".into()),
    };
    assert_eq!(entries, [expected]);
}

#[test]
fn errors_name_their_line() {
    for (data, expected) in [
        ("name\nHarbor Row", "Line 1: the first line names no column \"code\""),
        ("code,name\nhr01,Harbor Row\n,Osprey Lake", "Line 3: the code is missing"),
        ("code,name\nhr01,H", "Line 2: the name"),
        ("code,name,units\nhr01,Harbor Row,many", "Line 2: units"),
        ("code,name,units\nhr01,Harbor Row,-1", "Line 2: units"),
        ("code,name,time_zone\nhr01,Harbor Row,Mars", "Line 2: there is no time zone Mars"),
        ("code,name\nhr01,Harbor Row\nhr01,Osprey Lake", "Line 3: line 2 has the code hr01"),
        ("code,name\nhr01,Harbor Row\nhr02,harbor_row", "Line 3: line 2 has this name"),
        ("code,name\n", "no association"),
        ("", "This file is empty"),
        ("code,name\r\nhr01,Harbor Row\r\n\r\nhr02,H\r\n", "Line 4: the name"),
        ("code,name\r\nhr01,Harbor Row\r\nhr02,\"Osprey\r\nhr03,Larkspur\r\n", "Line 3: a quotation mark"),
        ("code,name\nhr01,#REF!\n", "Line 2: A cell shows #REF!"),
    ] {
        assert!(refusal(data).contains(expected), "{data}: {}", refusal(data));
    }
}

fn linked(id: &str, tag: &str, code: Option<&str>) -> Linked {
    let code = code.map(str::to_owned);
    Linked {
        id: id.into(),
        tag: tag.into(),
        units: 1,
        time_zone: "America/New_York".into(),
        code,
        shared: false,
    }
}

fn file(lines: &[(&str, &str)]) -> Vec<Entry> {
    let entry = |(code, tag): &(&str, &str)| Entry {
        code: (*code).to_owned(),
        tag: (*tag).to_owned(),
        units: None,
        time_zone: None,
    };
    lines.iter().map(entry).collect()
}

#[test]
fn communities_are_matched_by_code_or_else_by_name() {
    let before = vec![
        linked("a", "Old_Name", Some("1")),
        linked("b", "By_Hand", None),
        linked("c", "Gone", Some("3")),
    ];
    let entries = file(&[("1", "New_Name"), ("2", "by_hand"), ("4", "Fresh")]);
    let plan = plan(entries, before, &vantaca()).expect("it can be done");
    let changed: Vec<_> =
        plan.changed.iter().map(|c| (c.id.as_str(), c.tag.as_str(), c.code.as_str())).collect();
    assert_eq!(changed, [("a", "New_Name", "1"), ("b", "by_hand", "2")]);
    assert_eq!(plan.added, file(&[("4", "Fresh")]));
    assert_eq!(plan.removed.iter().map(|l| l.id.as_str()).collect::<Vec<_>>(), ["c"]);
}

#[test]
fn a_sync_that_deletes_more_than_half_of_four_communities_is_refused() {
    let four =
        |n: usize| (0..n).map(|i| linked(&i.to_string(), &format!("C{i}"), Some(&i.to_string()))).collect();
    assert!(plan(file(&[("0", "C0")]), four(4), &vantaca()).is_err());
    assert!(plan(file(&[("0", "C0"), ("1", "C1")]), four(4), &vantaca()).is_ok());
    assert!(plan(file(&[("9", "C9")]), four(3), &vantaca()).is_ok());
}

#[test]
fn a_name_of_an_unlinked_community_is_refused() {
    let before = vec![linked("a", "First", Some("1")), linked("b", "Second", None)];
    assert!(plan(file(&[("1", "Second")]), before, &vantaca()).is_err());
}

#[test]
fn a_night_begins_at_9_in_utc() {
    let night = Timestamp(1_772_442_000_000);
    let (hour, moment) = (Duration::from_secs(3_600), Duration::from_millis(1));
    assert_eq!(last_night(night), night);
    assert_eq!(last_night(night.plus(DAY - moment)), night);
    assert_eq!(last_night(night.minus(moment)), night.minus(DAY));
    assert_eq!(last_night(night.plus(hour)).to_string(), "2026-03-02T09:00:00Z");
}

#[test]
fn a_sync_that_waits_for_others_tries_again_after_15_to_20_seconds() {
    let seconds = Duration::from_secs;
    assert_eq!(busy_delay(|_| 0), seconds(15));
    let longest = busy_delay(|bound| bound - 1);
    assert!((seconds(19)..seconds(20)).contains(&longest), "{longest:?}");
}

#[test]
fn an_association_of_the_software_needs_a_name() {
    let entry = listed_entry("12".into(), " Harbor Row ", &vantaca()).expect("it is right");
    assert_eq!((entry.code.as_str(), entry.tag.as_str()), ("12", "Harbor_Row"));
    let refusal = listed_entry("12".into(), "H", &vantaca()).expect_err("the name is too short");
    assert!(refusal.starts_with("Association 12 "), "{refusal}");
}

#[test]
fn malformed_files_are_refused_or_read() {
    let samples = [
        "code,name,units,time_zone\n17,Harbor Row,120,America/New_York\n18,\"The \"\"M\"\"\",-1,\n",
        "name;code\nA;1\n",
    ];
    fuzzing::check_texts(500, &samples, |text| {
        let entries = read(text, None).unwrap_or_default();
        assert!(entries.iter().all(|entry| !entry.code.is_empty() && !entry.tag.is_empty()));
    });
}
