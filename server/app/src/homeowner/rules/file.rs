//! What a file makes of a community's accounts.
use std::collections::{HashMap, HashSet};

use platform::{Fault, Timestamp, ids::CommunityId, phone::Phone};
use sha2::{Digest, Sha256};

use super::{cells, has_room, numbers};
use crate::{
    homeowner::model::{Account, Brought, Difference, Entry, Rejected, key, tidy},
    sheet::{self, Row},
};

/// Between several phone numbers in a cell.
const SEPARATORS: [char; 4] = [';', ',', '|', '\n'];
/// The longest number and unit.
const LONGEST: usize = 60;
/// The longest name.
const LONGEST_NAME: usize = 120;

/// A column with one of these words in its name has phone numbers: "Cell", not "Cancelled".
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

/// Which columns a file has.
struct Columns {
    number: usize,
    unit: Option<usize>,
    name: Option<usize>,
    phones: Vec<usize>,
    email: Option<usize>,
    balance: Option<usize>,
    balance_on: Option<usize>,
    collections: Option<usize>,
}

impl Columns {
    /// The places of all of them.
    fn all(&self) -> impl Iterator<Item = usize> {
        let Self { number, unit, name, phones, email, balance, balance_on, collections } = self;
        let rest = [unit, name, email, balance, balance_on, collections];
        phones.iter().copied().chain([*number]).chain(rest.into_iter().flatten().copied())
    }
}

/// Which columns a file has.
///
/// # Errors
/// On `data`, when the first line does not name them.
fn columns_of(first: &Row) -> Result<Columns, Fault> {
    let number =
        ["account", "account number", "account no", "account no.", "account #", "account id", "number"];
    let number = sheet::place(first, &number).ok_or_else(|| {
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
        unit: sheet::place(first, &["unit", "unit number", "unit no", "unit #", "lot"]),
        name: sheet::place(first, &["name", "homeowner", "owner", "owner name", "homeowner name"]),
        phones: first.cells.iter().enumerate().filter(is_phone).map(|(at, _)| at).collect(),
        email: sheet::place(first, &["email", "e-mail", "email address", "e-mail address"]),
        balance: sheet::place(first, &["balance", "amount owed", "amount due", "balance due", "owed"]),
        balance_on: sheet::place(first, &["balance date", "as of", "balance as of", "balance on", "date"]),
        collections: sheet::place(first, &["collections", "in collections", "in collection"]),
    })
}

/// What a file says.
pub struct File {
    lines: Vec<Line>,
    rejected: Vec<Rejected>,
}

/// What a line says of an account; what the file has no column for is not said.
struct Line {
    number: String,
    unit: Option<String>,
    name: Option<String>,
    phones: Option<Vec<Phone>>,
    email: Option<String>,
    /// The sum, and as of which day.
    balance: Option<(Option<i64>, String)>,
    in_collections: Option<bool>,
}

impl Line {
    /// What it makes of what is known.
    fn onto(self, before: Option<&Entry>) -> Entry {
        let before = before.cloned().unwrap_or_default();
        let (balance_cents, balance_on) = self.balance.unwrap_or((before.balance_cents, before.balance_on));
        Entry {
            number: self.number,
            unit: self.unit.unwrap_or(before.unit),
            name: self.name.unwrap_or(before.name),
            phones: self.phones.unwrap_or(before.phones),
            email: self.email.unwrap_or(before.email),
            balance_cents,
            balance_on,
            in_collections: self.in_collections.unwrap_or(before.in_collections),
        }
    }
}

/// What the lines of a file say; those that are wrong are rejected.
///
/// # Errors
/// On `data`, when the first line does not name the columns.
pub fn read(rows: &[Row], today: &str) -> Result<File, Fault> {
    let (first, rows) = rows.split_first().ok_or_else(|| Fault::internal("a file without a line"))?;
    let columns = columns_of(first)?;
    let mut file = File { lines: Vec::new(), rejected: Vec::new() };
    let mut seen: HashMap<String, u32> = HashMap::new();
    for row in rows {
        let number = tidy(row.cell(Some(columns.number)));
        let read = match seen.get(&key(&number)) {
            Some(line) => Err(format!("Line {line} has this account already. Leave one of them out.")),
            None => line(&columns, row, &number, today),
        };
        match read {
            Ok(line) => {
                seen.insert(key(&number), row.line);
                file.lines.push(line);
            }
            Err(reason) => file.rejected.push(Rejected { line: row.line, number, reason }),
        }
    }
    Ok(file)
}

/// What a file makes of the accounts that there are. With `whole`, what it does not name goes.
///
/// # Errors
/// `FAILED_PRECONDITION` when there is no room.
pub fn brought(
    known: Vec<Account>,
    community: &CommunityId,
    file: File,
    whole: bool,
    now: Timestamp,
) -> Result<Brought, Fault> {
    let mut left: HashMap<String, Account> =
        known.into_iter().map(|account| (key(&account.entry.number), account)).collect();
    let mut count = left.len();
    let (mut differences, mut unchanged) = (Vec::new(), 0);
    for line in file.lines {
        let before = left.remove(&key(&line.number));
        let after = Account {
            id: before.as_ref().map_or_else(|| "".into(), |before| before.id.clone()),
            community_id: community.clone(),
            entry: line.onto(before.as_ref().map(|before| &before.entry)),
            version: before.as_ref().map_or(1, |before| before.version + 1),
            updated_ms: now,
        };
        if before.as_ref().is_some_and(|before| before.entry == after.entry) {
            unchanged += 1;
            continue;
        }
        count += usize::from(before.is_none());
        differences.push(Difference { before, after: Some(after) });
    }
    if whole {
        // What a wrong line names stays as it is, so that a slip of the pen removes nothing.
        let spared: HashSet<String> = file.rejected.iter().map(|line| key(&line.number)).collect();
        let mut gone: Vec<_> = left.into_iter().filter(|(number, _)| !spared.contains(number)).collect();
        gone.sort_by(|a, b| a.0.cmp(&b.0));
        count -= gone.len();
        differences
            .extend(gone.into_iter().map(|(_, before)| Difference { before: Some(before), after: None }));
    }
    has_room(count)?;
    Ok(Brought { differences, unchanged, rejected: file.rejected })
}

/// What a line says.
fn line(columns: &Columns, row: &Row, number: &str, today: &str) -> Result<Line, String> {
    if number.is_empty() {
        return Err("This line names no account. Write its number into the column account.".to_owned());
    }
    row.sound(columns.all())?;
    bounded("account number", number, LONGEST)?;
    let text = |column: Option<usize>| column.map(|_| tidy(row.cell(column)));
    let (unit, name) = (text(columns.unit), text(columns.name));
    bounded("unit", unit.as_deref().unwrap_or_default(), LONGEST)?;
    bounded("name", name.as_deref().unwrap_or_default(), LONGEST_NAME)?;
    let cells = columns.phones.iter().flat_map(|at| row.cell(Some(*at)).split(SEPARATORS));
    let phones = numbers(cells.map(str::trim).filter(|cell| !cell.is_empty()))?;
    let balance = cells::cents(row.cell(columns.balance))?;
    let balance_on = match (balance, row.cell(columns.balance_on)) {
        (None, _) => String::new(),
        (Some(_), "") => today.to_owned(),
        (Some(_), day) => cells::day(day, today)?,
    };
    let in_collections = cells::yes(row.cell(columns.collections))?;
    Ok(Line {
        number: number.to_owned(),
        unit,
        name,
        phones: (!columns.phones.is_empty()).then_some(phones),
        email: columns.email.map(|_| cells::email(row.cell(columns.email))).transpose()?,
        balance: columns.balance.map(|_| (balance, balance_on)),
        in_collections: columns.collections.map(|_| in_collections),
    })
}

fn bounded(what: &str, text: &str, most: usize) -> Result<(), String> {
    match text.chars().count() > most {
        true => Err(format!("The {what} has more than {most} characters. Shorten it.")),
        false => Ok(()),
    }
}

/// Names what a file would do: another name is something else.
pub fn preview(brought: &Brought) -> String {
    let mut digest = Sha256::new();
    for Difference { before, after } in &brought.differences {
        let told = (before, after.as_ref().map(|after| &after.entry));
        digest.update(serde_json::to_vec(&told).unwrap_or_default());
    }
    hex::encode(digest.finalize())
}
