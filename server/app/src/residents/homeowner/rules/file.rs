//! Import files: parsing their lines and planning their effect on a community's accounts.
use std::collections::{HashMap, HashSet};

use platform::{
    Fault, Timestamp,
    ids::CommunityId,
    phone::Phone,
    tabular::{self, Row},
    text::one_line,
};
use sha2::{Digest, Sha256};

use super::{cells, parse_phones, parse_tags, require_room};
use crate::residents::homeowner::model::{
    Account, AccountDifference, Entry, HomeownerKind, ImportPlan, RejectedLine, number_key,
};

/// Separators between phone numbers in a cell.
const SEPARATORS: [char; 4] = [';', ',', '|', '\n'];
/// Maximum length of an account number and of a unit, in characters.
const MAX_FIELD_LENGTH: usize = 60;
/// Maximum length of a name, in characters.
const MAX_NAME_LENGTH: usize = 120;

/// Whole words that mark a column of phone numbers: "Cell", not "Cancelled".
const PHONE_WORDS: [&str; 11] = [
    "phone",
    "phones",
    "telephone",
    "telephones",
    "cellphone",
    "cellphones",
    "mobile",
    "mobiles",
    "cell",
    "cells",
    "cellular",
];

/// The indexes of a file's columns.
struct Columns {
    number: usize,
    unit: Option<usize>,
    name: Option<usize>,
    phones: Vec<usize>,
    email: Option<usize>,
    balance: Option<usize>,
    balance_on: Option<usize>,
    collections: Option<usize>,
    building: Option<usize>,
    kind: Option<usize>,
    language: Option<usize>,
    tags: Option<usize>,
    do_not_text: Option<usize>,
    text_consent: Option<usize>,
}

impl Columns {
    /// Returns the indexes of all columns.
    fn all(&self) -> impl Iterator<Item = usize> {
        let Self { number, unit, name, phones, email, balance, balance_on, collections, .. } = self;
        let Self { building, kind, language, tags, do_not_text, text_consent, .. } = self;
        let rest = [unit, name, email, balance, balance_on, collections];
        let rest = rest.into_iter().chain([building, kind, language, tags, do_not_text, text_consent]);
        phones.iter().copied().chain([*number]).chain(rest.flatten().copied())
    }
}

/// Finds the columns named in the first line.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data` if no column has account numbers.
fn find_columns(first: &Row) -> Result<Columns, Fault> {
    let number =
        ["account", "account number", "account no", "account no.", "account #", "account id", "number"];
    let number = tabular::place(first, &number).ok_or_else(|| {
        let words = "The first line names no column \"account\". Name the columns account, unit, name, phone, email, balance, balance date and collections there.";
        Fault::field("data", words)
    })?;
    let is_phone = |(_, cell): &(usize, &String)| {
        let name = cell.to_lowercase();
        let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
        let has = |named: &[&str]| words.iter().any(|word| named.contains(word));
        has(&PHONE_WORDS) && !has(&["date", "updated"])
    };
    Ok(Columns {
        number,
        unit: tabular::place(first, &["unit", "unit number", "unit no", "unit #", "lot"]),
        name: tabular::place(first, &["name", "homeowner", "owner", "owner name", "homeowner name"]),
        phones: first.cells.iter().enumerate().filter(is_phone).map(|(at, _)| at).collect(),
        email: tabular::place(first, &["email", "e-mail", "email address", "e-mail address"]),
        balance: tabular::place(first, &["balance", "amount owed", "amount due", "balance due", "owed"]),
        balance_on: tabular::place(first, &["balance date", "as of", "balance as of", "balance on", "date"]),
        collections: tabular::place(first, &["collections", "in collections", "in collection"]),
        building: tabular::place(first, &["building", "tower", "building name"]),
        kind: tabular::place(first, &["kind", "type", "resident type", "owner or tenant"]),
        language: tabular::place(first, &["language", "preferred language"]),
        tags: tabular::place(first, &["tags", "tag", "groups"]),
        do_not_text: tabular::place(first, &["do not text", "no texts"]),
        text_consent: tabular::place(first, &["text consent", "sms consent", "consent"]),
    })
}

/// The valid and the rejected lines of an import file.
pub struct ImportFile {
    lines: Vec<ImportLine>,
    rejected: Vec<RejectedLine>,
    consented: Vec<Phone>,
}

/// A balance and its date; the date is empty if the balance is unknown.
struct Balance {
    cents: Option<i64>,
    on: String,
}

/// The values on a line; `None` where the file has no such column.
struct ImportLine {
    number: String,
    unit: Option<String>,
    name: Option<String>,
    phones: Option<Vec<Phone>>,
    email: Option<String>,
    balance: Option<Balance>,
    in_collections: Option<bool>,
    building: Option<String>,
    kind: Option<HomeownerKind>,
    language: Option<String>,
    tags: Option<Vec<String>>,
    do_not_text: Option<bool>,
}

impl ImportLine {
    /// Applies the line to an account's data; missing columns keep their values.
    fn apply_to(self, before: Option<&Entry>) -> Entry {
        let before = before.cloned().unwrap_or_default();
        let stored = Balance { cents: before.balance_cents, on: before.balance_on };
        let balance = self.balance.unwrap_or(stored);
        Entry {
            number: self.number,
            unit: self.unit.unwrap_or(before.unit),
            name: self.name.unwrap_or(before.name),
            phones: self.phones.unwrap_or(before.phones),
            email: self.email.unwrap_or(before.email),
            balance_cents: balance.cents,
            balance_on: balance.on,
            in_collections: self.in_collections.unwrap_or(before.in_collections),
            building: self.building.unwrap_or(before.building),
            kind: self.kind.unwrap_or(before.kind),
            language: self.language.unwrap_or(before.language),
            tags: self.tags.unwrap_or(before.tags),
            do_not_text: self.do_not_text.unwrap_or(before.do_not_text),
        }
    }
}

/// Parses the lines of a file; invalid lines and repeated accounts are rejected.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data` if the first line does not name the columns.
pub fn parse_file(rows: &[Row], today: &str) -> Result<ImportFile, Fault> {
    let (first, rows) = rows.split_first().ok_or_else(|| Fault::internal("the file has no lines"))?;
    let columns = find_columns(first)?;
    let mut file = ImportFile { lines: Vec::new(), rejected: Vec::new(), consented: Vec::new() };
    let mut seen: HashMap<String, u32> = HashMap::new();
    for row in rows {
        let number = one_line(row.cell(Some(columns.number)));
        let parsed = match seen.get(&number_key(&number)) {
            Some(line) => Err(format!("Line {line} already has this account. Remove one of them.")),
            None => parse_line(&columns, row, &number, today),
        };
        match parsed {
            Ok(line) => {
                seen.insert(number_key(&number), row.line);
                if cells::parse_yes_no(row.cell(columns.text_consent)) == Ok(true) {
                    file.consented.extend(line.phones.iter().flatten().cloned());
                }
                file.lines.push(line);
            }
            Err(reason) => file.rejected.push(RejectedLine { line: row.line, number, reason }),
        }
    }
    Ok(file)
}

/// Plans the effect of a file on the existing accounts. With `whole`, accounts that the file does not name are
/// removed.
///
/// # Errors
/// `FAILED_PRECONDITION` if the community would have more than 20,000 accounts.
pub fn plan_import(
    existing: Vec<Account>,
    community: &CommunityId,
    mut file: ImportFile,
    whole: bool,
    now: Timestamp,
) -> Result<ImportPlan, Fault> {
    let mut remaining: HashMap<String, Account> =
        existing.into_iter().map(|account| (number_key(&account.entry.number), account)).collect();
    let mut count = remaining.len();
    let (mut differences, mut unchanged) = (Vec::new(), 0);
    for line in std::mem::take(&mut file.lines) {
        let before = remaining.remove(&number_key(&line.number));
        let after = Account {
            id: before.as_ref().map_or_else(|| "".into(), |before| before.id.clone()),
            community_id: community.clone(),
            entry: line.apply_to(before.as_ref().map(|before| &before.entry)),
            version: before.as_ref().map_or(1, |before| before.version + 1),
            updated_ms: now,
        };
        if before.as_ref().is_some_and(|before| before.entry == after.entry) {
            unchanged += 1;
            continue;
        }
        count += usize::from(before.is_none());
        differences.push(AccountDifference { before, after: Some(after) });
    }
    if whole {
        // An account named on a rejected line is kept, so that a typo removes nothing.
        let rejected_numbers: HashSet<String> =
            file.rejected.iter().map(|line| number_key(&line.number)).collect();
        let mut removed: Vec<_> =
            remaining.into_iter().filter(|(number, _)| !rejected_numbers.contains(number)).collect();
        removed.sort_by(|a, b| a.0.cmp(&b.0));
        count -= removed.len();
        differences.extend(
            removed.into_iter().map(|(_, before)| AccountDifference { before: Some(before), after: None }),
        );
    }
    require_room(count)?;
    let ImportFile { rejected, consented, .. } = file;
    Ok(ImportPlan { differences, unchanged, rejected, consented })
}

/// Parses a line.
///
/// # Errors
/// Fails with a message for staff that says how to fix the line.
fn parse_line(columns: &Columns, row: &Row, number: &str, today: &str) -> Result<ImportLine, String> {
    if number.is_empty() {
        return Err("This line has no account. Enter its number in the column account.".to_owned());
    }
    row.check_formula_errors(columns.all())?;
    check_length("account number", number, MAX_FIELD_LENGTH)?;
    let text = |column: Option<usize>| column.map(|_| one_line(row.cell(column)));
    let (unit, name) = (text(columns.unit), text(columns.name));
    check_length("unit", unit.as_deref().unwrap_or_default(), MAX_FIELD_LENGTH)?;
    check_length("name", name.as_deref().unwrap_or_default(), MAX_NAME_LENGTH)?;
    let cells = columns.phones.iter().flat_map(|at| row.cell(Some(*at)).split(SEPARATORS));
    let phones = parse_phones(cells.map(str::trim).filter(|cell| !cell.is_empty()))?;
    let balance = cells::parse_cents(row.cell(columns.balance))?;
    let balance_on = match (balance, row.cell(columns.balance_on)) {
        (None, _) => String::new(),
        (Some(_), "") => today.to_owned(),
        (Some(_), day) => cells::parse_day(day, today)?,
    };
    let in_collections = cells::parse_yes_no(row.cell(columns.collections))?;
    let do_not_text = cells::parse_yes_no(row.cell(columns.do_not_text))?;
    cells::parse_yes_no(row.cell(columns.text_consent))?;
    let building = text(columns.building);
    check_length("building", building.as_deref().unwrap_or_default(), MAX_FIELD_LENGTH)?;
    let tags = parse_tags(row.cell(columns.tags).split(SEPARATORS))?;
    Ok(ImportLine {
        number: number.to_owned(),
        unit,
        name,
        phones: (!columns.phones.is_empty()).then_some(phones),
        email: columns.email.map(|_| cells::parse_email(row.cell(columns.email))).transpose()?,
        balance: columns.balance.map(|_| Balance { cents: balance, on: balance_on }),
        in_collections: columns.collections.map(|_| in_collections),
        building,
        kind: columns.kind.map(|_| cells::parse_kind(row.cell(columns.kind))).transpose()?,
        language: columns.language.map(|_| cells::parse_language(row.cell(columns.language))).transpose()?,
        tags: columns.tags.map(|_| tags),
        do_not_text: columns.do_not_text.map(|_| do_not_text),
    })
}

fn check_length(what: &str, text: &str, max: usize) -> Result<(), String> {
    match text.chars().count() > max {
        true => Err(format!("The {what} has more than {max} characters. Shorten it.")),
        false => Ok(()),
    }
}

/// Returns a digest of a plan's effect; plans with different effects have different digests.
pub fn preview_digest(plan: &ImportPlan) -> String {
    let mut digest = Sha256::new();
    for AccountDifference { before, after } in &plan.differences {
        let effect = (before, after.as_ref().map(|after| &after.entry));
        digest.update(serde_json::to_vec(&effect).unwrap_or_default());
    }
    digest.update(serde_json::to_vec(&plan.consented).unwrap_or_default());
    hex::encode(digest.finalize())
}
