//! Parses files of associations, and plans the effect of associations on a company's communities.
mod listed;

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use platform::{
    ErrorReason, Fault, Timestamp,
    ids::CommunityId,
    tabular::{self, Row},
};

pub use listed::{join_names, listed_entries, listed_entry, to_dollars};

use super::model::{Entry, IntegrationChange, Linked, Plan};
use crate::{
    operations::rate_limit::Limit,
    tenancy::{
        community::{self, Association, name_key},
        community_admin,
    },
};

/// Limit of connection tests per company.
pub const TESTS: Limit = Limit {
    name: "association software tests by company",
    most: 20,
    window: Duration::from_secs(3_600),
    reason: ErrorReason::TooManyTests,
    words: "Too many tests of the connection in the last hour. Wait a moment, then try again.",
};
/// When the nightly syncs begin, as time since midnight in UTC: in winter 4 a.m. in New York, 1 a.m. in Los Angeles.
const NIGHT: Duration = Duration::from_secs(9 * 3_600);
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Minimum delay of a sync while the maximum number of companies is being synced.
const BUSY_DELAY: Duration = Duration::from_secs(15);
/// The random part of that delay is below this number of milliseconds.
const BUSY_SPREAD_MILLIS: u64 = 5_000;

/// Limits of an uploaded file.
const BOUNDS: tabular::Bounds = tabular::Bounds { megabytes: 8, lines: 5_000 };
/// Maximum number of homes of an association.
pub const MAX_UNITS: i32 = 1_000_000;

/// Column indexes of a file.
struct Columns {
    code: usize,
    name: usize,
    units: Option<usize>,
    time_zone: Option<usize>,
}

impl Columns {
    /// Returns the indexes of all columns.
    fn all(&self) -> impl Iterator<Item = usize> {
        let Self { code, name, units, time_zone } = self;
        [Some(*code), Some(*name), *units, *time_zone].into_iter().flatten()
    }
}

/// Parses a file. `association` is the company's software, if it uses community codes.
///
/// # Errors
/// Fails on the field `data` with the line and what to do about it.
pub fn read(data: &str, association: Option<&Association>) -> Result<Vec<Entry>, Fault> {
    let rows = tabular::read(data.as_bytes(), BOUNDS)?;
    let (first, rows) = rows.split_first().ok_or_else(|| Fault::internal("the file has no lines"))?;
    let columns = columns(first)?;
    let (mut entries, mut codes, mut names) = (Vec::new(), HashMap::new(), HashMap::new());
    for row in rows {
        let line = row.line;
        row.check_formula_errors(columns.all()).map_err(|words| wrong(line, &words))?;
        let entry = entry(row, &columns, association).map_err(|words| wrong(line, &words))?;
        if let Some(first) = codes.insert(entry.code.clone(), line) {
            return Err(wrong(
                line,
                &format!("line {first} has the code {} already. Keep one of the two.", entry.code),
            ));
        }
        if let Some(first) = names.insert(name_key(&entry.tag), line) {
            return Err(wrong(line, &format!("line {first} has this name already. Give each its own name.")));
        }
        entries.push(entry);
    }
    if entries.is_empty() {
        return Err(Fault::field(
            "data",
            "This file has no associations. Add one line per association below the header.",
        ));
    }
    Ok(entries)
}

fn wrong(line: u32, words: &str) -> Fault {
    Fault::field("data", format!("Line {line}: {words}"))
}

fn columns(first: &Row) -> Result<Columns, Fault> {
    let needed = |name: &str| {
        let words = format!(
            "the first line names no column \"{name}\". Name the columns code and name there, and if wanted units and time_zone."
        );
        tabular::place(first, &[name]).ok_or_else(|| wrong(first.line, &words))
    };
    Ok(Columns {
        code: needed("code")?,
        name: needed("name")?,
        units: tabular::place(first, &["units"]),
        time_zone: tabular::place(first, &["time zone"]),
    })
}

fn entry(row: &Row, columns: &Columns, association: Option<&Association>) -> Result<Entry, String> {
    let cell = |column: Option<usize>| row.cell(column);
    let code = cell(Some(columns.code));
    fits(code, association)?;
    let tag = community::tag("name", cell(Some(columns.name))).map_err(|_| {
        "the name does not have 2 to 120 characters. Give it a name that can be shown.".to_owned()
    })?;
    let units = match cell(columns.units) {
        "" => None,
        text => {
            let units = text.parse().ok().filter(|units| (0..=MAX_UNITS).contains(units));
            Some(units.ok_or("units is not a whole number up to 1000000. Write digits alone.")?)
        }
    };
    let time_zone = match cell(columns.time_zone) {
        "" => None,
        text => Some(
            community::time_zone("time_zone", text)
                .map_err(|_| format!("there is no time zone {text}. Use a name such as America/Chicago."))?,
        ),
    };
    Ok(Entry { code: code.to_owned(), tag, units, time_zone })
}

/// Returns the delay of a sync while the maximum number of companies is being synced. Those of many companies begin
/// together at night, and their delays differ, so that they do not try again together.
pub fn busy_delay(chance: impl FnOnce(u64) -> u64) -> Duration {
    BUSY_DELAY + Duration::from_millis(chance(BUSY_SPREAD_MILLIS))
}

/// Returns the time at or before `now` at which the last nightly syncs began.
pub fn last_night(now: Timestamp) -> Timestamp {
    let day = i64::try_from(DAY.as_millis()).unwrap_or(i64::MAX);
    let since_night = now.minus(NIGHT).0;
    Timestamp(since_night - since_night.rem_euclid(day)).plus(NIGHT)
}

/// Returns the error for software that cannot be read.
pub fn call_failed(words: &str) -> Fault {
    Fault::precondition(ErrorReason::SoftwareCallFailed, words)
}

/// Checks that a code is valid in the company's software, or plausible if the company has none.
fn fits(code: &str, association: Option<&Association>) -> Result<(), String> {
    let plain = !code.is_empty() && code.chars().count() <= 40 && !code.chars().any(char::is_control);
    match association {
        _ if !plain => {
            Err("the code is missing, or longer than 40 characters. Give the code as the software shows it."
                .into())
        }
        Some(association) if community_admin::code(association, code).is_err() => Err(format!(
            "{code} is not a valid {} code. Enter the code as the software shows it.",
            association.name
        )),
        _ => Ok(()),
    }
}

/// Plans a sync. A community without a code is matched by its name.
///
/// # Errors
/// `FAILED_PRECONDITION` if too many communities would be deleted or a code is invalid; `ALREADY_EXISTS` if a
/// name belongs to a community outside of the software.
pub fn plan(entries: Vec<Entry>, linked: Vec<Linked>, association: &Association) -> Result<Plan, Fault> {
    if let Some(entry) = entries.iter().find(|entry| fits(&entry.code, Some(association)).is_err()) {
        return Err(Fault::precondition(
            ErrorReason::WrongCodes,
            format!("{} is not a valid {} code. Upload a file with its codes.", entry.code, association.name),
        ));
    }
    let codes: HashSet<String> = entries.iter().map(|entry| entry.code.clone()).collect();
    let (coded, plain): (Vec<Linked>, Vec<Linked>) =
        linked.into_iter().partition(|linked| linked.code.is_some());
    let before = coded.len();
    let known = |linked: &Linked| linked.code.as_ref().is_some_and(|code| codes.contains(code));
    let (kept, removed): (Vec<Linked>, Vec<Linked>) = coded.into_iter().partition(known);
    // Communities that another company has as well are not removed and keep their name.
    let (spared, removed): (Vec<Linked>, Vec<Linked>) = removed.into_iter().partition(|linked| linked.shared);
    if before >= 4 && removed.len() * 2 > before {
        return Err(Fault::precondition(
            ErrorReason::TooManyRemoved,
            format!(
                "This would delete {} of {before} communities. Check that the list is complete, or delete communities one by one.",
                removed.len()
            ),
        ));
    }
    let mut kept: HashMap<String, Linked> =
        kept.into_iter().filter_map(|linked| Some((linked.code.clone()?, linked))).collect();
    let mut plain: HashMap<String, Linked> =
        plain.into_iter().map(|linked| (name_key(&linked.tag), linked)).collect();
    let mut names: HashSet<String> = spared.iter().map(|linked| name_key(&linked.tag)).collect();
    let mut plan = Plan { removed, ..Plan::default() };
    for entry in entries {
        let same = kept.remove(&entry.code).or_else(|| plain.remove(&name_key(&entry.tag)));
        let tag = match &same {
            Some(linked) if linked.shared => linked.tag.clone(),
            _ => entry.tag.clone(),
        };
        if !names.insert(name_key(&tag)) {
            return Err(name_clash(&tag));
        }
        match same {
            Some(linked) => plan.changed.extend(change(entry, tag, linked)),
            None => plan.added.push(entry),
        }
    }
    match plain.values().find(|linked| names.contains(&name_key(&linked.tag))) {
        Some(linked) => Err(name_clash(&linked.tag)),
        None => Ok(plan),
    }
}

fn name_clash(tag: &str) -> Fault {
    Fault::exists(
        ErrorReason::CommunityExists,
        format!(
            "There would be two communities named {}. Give each its own name, or delete one of them first.",
            tag.replace('_', " ")
        ),
    )
}

/// Returns the data of a new community.
pub fn fresh(entry: Entry, id: CommunityId) -> IntegrationChange {
    IntegrationChange {
        id,
        name_key: name_key(&entry.tag),
        tag: entry.tag,
        units: entry.units.unwrap_or_default(),
        time_zone: entry.time_zone.unwrap_or_default(),
        code: entry.code,
    }
}

/// Returns the change to a community; `None` if there is no difference.
fn change(entry: Entry, tag: String, linked: Linked) -> Option<IntegrationChange> {
    let units = entry.units.unwrap_or(linked.units);
    let time_zone = entry.time_zone.unwrap_or_else(|| linked.time_zone.clone());
    let same = linked.code.as_ref() == Some(&entry.code)
        && linked.tag == tag
        && linked.units == units
        && linked.time_zone == time_zone;
    let name_key = name_key(&tag);
    (!same).then_some(IntegrationChange { id: linked.id, tag, name_key, units, time_zone, code: entry.code })
}

/// Returns the labels of tags, sorted.
pub fn labels<'a>(tags: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut labels: Vec<String> = tags.map(|tag| tag.replace('_', " ")).collect();
    labels.sort_by_key(|label| label.to_lowercase());
    labels
}

#[cfg(test)]
mod tests;
