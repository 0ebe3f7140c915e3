//! Parsing of cells, and the effect of import files.
use platform::{phone::Phone, tabular};

use super::{cells::*, file::*, *};
use crate::residents::homeowner::model::{ImportPlan, sort_key};

const TODAY: &str = "2026-03-02";
const NOW: Timestamp = Timestamp(1_772_463_600_000);

#[test]
fn a_phone_is_parsed_in_domestic_and_international_formats() {
    for written in ["+12025550101", "(202) 555-0101", "202.555.0101", "1 202 555 0101", " 2025550101 "] {
        assert_eq!(parse_phone(written).expect(written).as_str(), "+12025550101");
    }
    assert_eq!(parse_phone("+44 20 7946 0958").expect("a number abroad").as_str(), "+442079460958");
    for wrong in ["", "555-0101", "(202) 555-0101 x7", "202555010", "+1202555", "call the office"] {
        assert!(parse_phone(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_sum_is_parsed_to_the_cent_and_other_texts_are_refused() {
    for (written, sum) in [
        ("1234.56", 123_456),
        ("$1,234.56", 123_456),
        ("-20", -2_000),
        ("(20.00)", -2_000),
        ("20.00 CR", -2_000),
        ("$(120.50)", -12_050),
        ("($1,120.50)", -112_050),
        ("120.50-", -12_050),
        ("\u{2212}20", -2_000),
        ("US$ 20", 2_000),
        ("1,234.56 USD", 123_456),
        ("$1\u{a0}234.56", 123_456),
        ("-$20.5", -2_050),
        ("$ 0", 0),
        (".5", 50),
        ("10.300000000000001", 1_030),
        ("0.07999999", 8),
        ("10000000", MAX_CENTS),
    ] {
        assert_eq!(parse_cents(written).expect(written), Some(sum), "{written}");
    }
    assert_eq!(parse_cents("  "), Ok(None));
    for wrong in [
        "12.345",
        "1,23",
        "1.2.3",
        "$",
        "-",
        "ten",
        "10000000.01",
        "99999999999999999999",
        "92233720368547758.079999",
        "0.129",
        "1.500",
        "1.234,56",
        "120,50",
        "€120.50",
        "--5",
        "(5",
        "1,2,345",
        ",100",
        "DD5",
        "#REF!",
        "n/a",
    ] {
        assert!(parse_cents(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_date_is_parsed_in_both_formats() {
    for written in ["2026-05-03", "5/3/2026", "05/03/2026", "2026-05-03T08:30:00Z", "5/3/2026 12:00 AM"] {
        assert_eq!(parse_day(written, TODAY).expect(written), "2026-05-03");
    }
    for wrong in ["", "May 3", "13/5/2026", "2026-02-30", "5/3/26", "20260503"] {
        assert!(parse_day(wrong, TODAY).is_err(), "{wrong}");
    }
}

#[test]
fn a_date_far_from_today_is_refused() {
    for near in ["2016-03-02", "2027-03-02"] {
        assert_eq!(parse_day(near, TODAY).expect(near), near);
    }
    for (far, words) in [
        ("2027-03-03", "a year ahead"),
        ("12/31/2999", "a year ahead"),
        ("2016-03-01", "ten years ago"),
        ("0026-05-03", "ten years ago"),
    ] {
        assert!(parse_day(far, TODAY).expect_err(far).contains(words), "{far}");
    }
}

#[test]
fn an_email_address_needs_one_local_part_and_one_domain() {
    assert_eq!(parse_email(" Ana@Example.com "), Ok("ana@example.com".to_owned()));
    assert_eq!(parse_email(""), Ok(String::new()));
    let long = format!("{}@example.com", "a".repeat(65));
    for wrong in [
        long.as_str(),
        "ana",
        "ana@host",
        "a@b@c.com",
        "@example.com",
        "ana@example..com",
        "a na@example.com",
        "<a@b.com>",
    ] {
        assert!(parse_email(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn units_are_listed_in_numeric_order() {
    let entry = |unit: &str| Entry { unit: unit.to_owned(), ..Entry::default() };
    let mut units = ["12A", "4B", "4a", "PH 2", "PH 10", ""];
    units.sort_by_key(|unit| sort_key(&entry(unit)));
    assert_eq!(units, ["", "4a", "4B", "12A", "PH 2", "PH 10"]);
}

fn account(number: &str, unit: &str) -> Account {
    let entry = Entry { number: number.to_owned(), unit: unit.to_owned(), ..Entry::default() };
    Account { id: number.into(), community_id: "c".into(), entry, version: 3, updated_ms: Timestamp(1) }
}

fn file(existing: Vec<Account>, text: &str, whole: bool) -> ImportPlan {
    let rows =
        tabular::read(text.as_bytes(), tabular::Bounds { megabytes: 5, lines: 20_000 }).expect("a table");
    let parsed = parse_file(&rows, TODAY).expect("its columns");
    plan_import(existing, &"c".into(), parsed, whole, NOW).expect("room")
}

/// Lists the effects on accounts: `+` new, `~` changed, `-` removed.
fn effects(plan: &ImportPlan) -> Vec<String> {
    let one = |one: &crate::residents::homeowner::model::AccountDifference| match (&one.before, &one.after) {
        (None, Some(after)) => format!("+{}", after.entry.number),
        (Some(before), Some(_)) => format!("~{}", before.entry.number),
        (before, _) => format!("-{}", before.as_ref().map(|it| it.entry.number.as_str()).unwrap_or_default()),
    };
    plan.differences.iter().map(one).collect()
}

#[test]
fn a_file_adds_changes_and_removes_accounts_and_a_rejected_line_removes_none() {
    let existing =
        || vec![account("A-1", "1"), account("A-2", "2"), account("A-3", "3"), account("A-4", "4")];
    let text = "Account,Unit,Balance\na-1,1,\nA-2,2B,\nA-3,3,lots\nA-9,9,12.50\nA-9,9,1\n,7,\n";
    let part = file(existing(), text, false);
    assert_eq!(effects(&part), ["~a-1", "~A-2", "+A-9"].map(|it| it.replace("~a-1", "~A-1")));
    let whole = file(existing(), text, true);
    assert_eq!(effects(&whole), ["~A-1", "~A-2", "+A-9", "-A-4"]);
    let lines: Vec<_> = whole.rejected.iter().map(|line| (line.line, line.number.as_str())).collect();
    assert_eq!(lines, [(4, "A-3"), (6, "A-9"), (7, "")]);
    assert!(whole.rejected[1].reason.contains("Line 5"), "{}", whole.rejected[1].reason);
    assert_ne!(preview_digest(&part), preview_digest(&whole));
    assert_eq!(preview_digest(&whole), preview_digest(&file(existing(), text, true)));
}

#[test]
fn missing_columns_keep_their_values_and_a_repeated_import_changes_nothing() {
    let mut existing = account("A-1", "1");
    existing.entry.phones = vec![Phone::parse("", "+12025550101").expect("a number")];
    existing.entry.in_collections = true;
    let text = "account number,home phone,Mobile,email,balance,as of\nA-1,(202) 555-0102; 202-555-0103,2025550102,A@b.com,$5,3/1/2026\n";
    let first = file(vec![existing], text, false);
    let after = first.differences[0].after.clone().expect("the account");
    let phones: Vec<_> = after.entry.phones.iter().map(Phone::as_str).collect();
    assert_eq!(phones, ["+12025550102", "+12025550103"]);
    assert_eq!((after.entry.unit.as_str(), after.entry.in_collections), ("1", true));
    assert_eq!((after.entry.balance_cents, after.entry.balance_on.as_str()), (Some(500), "2026-03-01"));
    assert_eq!(after.version, 4);
    let again = file(vec![after], text, true);
    assert_eq!((again.differences.len(), again.unchanged), (0, 1));
}

#[test]
fn a_column_of_phones_is_recognized_by_whole_words() {
    let text = "account,Cancelled,Miscellaneous,Phone updated,Cell #,Mobile Phone\nA-1,no,pays late,2026-01-02,2025550102,2025550103\n";
    let plan = file(Vec::new(), text, false);
    assert!(plan.rejected.is_empty());
    let after = plan.differences[0].after.clone().expect("the account");
    let phones: Vec<_> = after.entry.phones.iter().map(Phone::as_str).collect();
    assert_eq!(phones, ["+12025550102", "+12025550103"]);
}

#[test]
fn a_formula_error_is_not_an_empty_cell() {
    let existing = || vec![account("A-1", "1"), account("A-2", "2")];
    let plan = file(existing(), "Account,Unit,Note,Balance\nA-1,1,#N/A,5\nA-2,2,,#REF!\n#NAME?,3,,1\n", true);
    assert_eq!(effects(&plan), ["~A-1"]);
    let lines: Vec<_> = plan.rejected.iter().map(|line| line.line).collect();
    assert_eq!(lines, [3, 4]);
    assert!(plan.rejected.iter().all(|line| line.reason.contains("formula failed")));
}

#[test]
fn more_than_20_000_accounts_are_refused() {
    let existing: Vec<_> = (0..MAX_ACCOUNTS).map(|n| account(&n.to_string(), "")).collect();
    let rows =
        tabular::read(b"account\nnew\n", tabular::Bounds { megabytes: 5, lines: 20_000 }).expect("a table");
    let one_more = |whole| {
        let parsed = parse_file(&rows, TODAY).expect("its columns");
        plan_import(existing.clone(), &"c".into(), parsed, whole, NOW).map(|_| ())
    };
    assert_eq!(one_more(false).expect_err("too many").reason(), ErrorReason::TooManyAccounts);
    assert!(one_more(true).is_ok());
}

#[test]
fn malformed_import_files_are_refused_or_planned() {
    let samples = [
        "Account,Unit,Owner,Cell Phone,Email,Balance,As of,Collections,Kind,Language,Tags,Text consent\n\
         A-1,4B,Ann Lee,\"(202) 555-0101; +12025550102\",Ann@x.org,\
         \"$1,234.56 CR\",5/3/2026,yes,owner,Spanish,pool|dog,y\n",
        "\u{feff}account;balance;date\r\n1;(20.00);2026-03-01\r\n2;0.07999999;2026-03-01T00:00\r\n",
    ];
    fuzzing::check_texts(600, &samples, |text| {
        let Ok(rows) = tabular::read(text.as_bytes(), tabular::Bounds { megabytes: 1, lines: 1_000 }) else {
            return;
        };
        let Ok(parsed) = parse_file(&rows, TODAY) else { return };
        let plan = plan_import(vec![account("A-1", "4B")], &"c".into(), parsed, true, NOW).expect("room");
        assert!(plan.differences.len() + plan.rejected.len() <= rows.len() + 1);
    });
    fuzzing::check_texts(
        600,
        &["$1,234.56 CR", "(1234.5679999)", "-92233720368547758.079999", "5/3/2026"],
        |text| {
            assert!(
                parse_cents(text).is_ok_and(|cents| cents.is_none_or(|cents| cents.abs() <= MAX_CENTS))
                    || parse_cents(text).is_err()
            );
            let _ = (parse_day(text, TODAY), parse_email(text), parse_language(text), parse_kind(text));
        },
    );
}
