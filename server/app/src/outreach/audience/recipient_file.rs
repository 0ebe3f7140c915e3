//! Parses files and pasted text with the recipients of a list.
use std::collections::HashSet;

use platform::{
    Fault,
    phone::Phone,
    tabular::{self, Row},
};

use super::model::{ListMember, ParsedRecipients, RecipientColumns, RecipientSource, RejectedRow};
use crate::residents::homeowner::parse_phone;

/// Limits of a file.
const BOUNDS: tabular::Bounds = tabular::Bounds { megabytes: 5, lines: MAX_RECIPIENTS };
/// Maximum number of recipients of a list.
const MAX_RECIPIENTS: usize = 20_000;
/// Number of accepted rows that are returned as samples.
const SAMPLES: usize = 5;
/// Maximum length of names, units and buildings, in characters. Longer text is cut.
const MAX_FIELD_LENGTH: usize = 120;
/// Separators between phone numbers, in a cell and in pasted text.
const SEPARATORS: [char; 5] = [',', ';', '|', '\n', '\t'];

/// Parses a source. Slow for large files.
///
/// # Errors
/// `INVALID_ARGUMENT` on `file` or `columns` for a file that is not a table or has no column of phone
/// numbers, and on `numbers` for too many numbers.
pub fn parse(source: RecipientSource) -> Result<ParsedRecipients, Fault> {
    match source {
        RecipientSource::File { data, columns } => parse_file(&data, columns),
        RecipientSource::Numbers(text) => parse_numbers(&text),
    }
}

fn parse_file(data: &[u8], columns: Option<RecipientColumns>) -> Result<ParsedRecipients, Fault> {
    let mut rows = tabular::read(data, BOUNDS)?.into_iter();
    let headings = rows.next().map(|row| row.cells).unwrap_or_default();
    let columns = columns.unwrap_or_else(|| find_columns(&headings));
    if columns.phone == 0 {
        // The dry run returns the headings, so that the user can choose a column.
        return Ok(ParsedRecipients { headings, columns, ..ParsedRecipients::default() });
    }
    if [columns.phone, columns.name, columns.unit, columns.building].iter().any(|at| *at > headings.len()) {
        return Err(Fault::field(
            "columns",
            "The file does not have that many columns. Choose other columns.",
        ));
    }
    let mut parsed = ParsedRecipients { headings, columns, ..ParsedRecipients::default() };
    let mut phones = HashSet::new();
    for row in rows {
        parsed.add(row, &mut phones);
    }
    Ok(parsed)
}

fn parse_numbers(text: &str) -> Result<ParsedRecipients, Fault> {
    let columns = RecipientColumns { phone: 1, ..RecipientColumns::default() };
    let mut parsed = ParsedRecipients { columns, ..ParsedRecipients::default() };
    let mut phones = HashSet::new();
    for (line, numbers) in (1..).zip(text.lines()) {
        for number in numbers.split(SEPARATORS).map(str::trim).filter(|number| !number.is_empty()) {
            parsed.add(Row { line, cells: vec![number.to_owned()] }, &mut phones);
            if parsed.members.len() + parsed.rejected.len() > MAX_RECIPIENTS {
                return Err(Fault::field(
                    "numbers",
                    "A list has at most 20,000 numbers. Remove some of them.",
                ));
            }
        }
    }
    Ok(parsed)
}

impl ParsedRecipients {
    fn add(&mut self, row: Row, phones: &mut HashSet<String>) {
        let cell = |column: usize| {
            let cell = row.cell(column.checked_sub(1));
            cell.chars().take(MAX_FIELD_LENGTH).collect::<String>()
        };
        match first_phone(row.cell(self.columns.phone.checked_sub(1))) {
            Ok(phone) if phones.insert(phone.as_str().to_owned()) => {
                let (name, unit, building) =
                    (cell(self.columns.name), cell(self.columns.unit), cell(self.columns.building));
                self.members.push(ListMember { phone, name, unit, building });
                if self.samples.len() < SAMPLES {
                    self.samples.push(row);
                }
            }
            Ok(_) => self.duplicate_count += 1,
            Err(reason) => self.rejected.push(RejectedRow { line: row.line, cells: row.cells, reason }),
        }
    }
}

/// Returns the first valid phone number of a cell.
fn first_phone(cell: &str) -> Result<Phone, String> {
    let mut numbers = cell.split(SEPARATORS).filter(|number| !number.trim().is_empty());
    let Some(first) = numbers.next() else { return Err("There is no phone number.".to_owned()) };
    parse_phone(first).or_else(|error| numbers.find_map(|number| parse_phone(number).ok()).ok_or(error))
}

/// Finds columns by their headings.
fn find_columns(headings: &[String]) -> RecipientColumns {
    let words = |heading: &str| -> Vec<String> {
        heading.to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect()
    };
    let column = |names: &[&str]| {
        let is_named = |heading: &String| words(heading).iter().any(|word| names.contains(&word.as_str()));
        headings.iter().position(is_named).map_or(0, |index| index + 1)
    };
    RecipientColumns {
        phone: column(&["phone", "phones", "telephone", "mobile", "cell", "cellphone", "number"]),
        name: column(&["name", "resident", "owner", "homeowner", "tenant", "contact"]),
        unit: column(&["unit", "apt", "apartment", "suite", "lot"]),
        building: column(&["building", "bldg", "tower"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phones(parsed: &ParsedRecipients) -> Vec<&str> {
        parsed.members.iter().map(|member| member.phone.as_str()).collect()
    }

    #[test]
    fn pasted_numbers_are_accepted_in_common_formats_without_duplicates() {
        let text = "(202) 555-0101, 202.555.0102\n+1 202 555 0101;12025550103\n\nnot a phone";
        let parsed = parse(RecipientSource::Numbers(text.to_owned())).expect("readable");
        assert_eq!(phones(&parsed), ["+12025550101", "+12025550102", "+12025550103"]);
        assert_eq!((parsed.duplicate_count, parsed.rejected.len()), (1, 1));
        assert_eq!(
            (parsed.rejected[0].line, parsed.rejected[0].cells.as_slice()),
            (4, &["not a phone".to_owned()][..])
        );
    }

    #[test]
    fn columns_of_a_file_are_found_by_their_headings() {
        let file = "Unit,Resident name,Cell phone\n12,Ana Ruiz,2025550101\n14,Bo Li,\n16,Cy Ito,\"none; 2025550102\"";
        let source = RecipientSource::File { data: file.into(), columns: None };
        let parsed = parse(source).expect("readable");
        assert_eq!(parsed.columns, RecipientColumns { phone: 3, name: 2, unit: 1, building: 0 });
        assert_eq!(phones(&parsed), ["+12025550101", "+12025550102"]);
        assert_eq!((parsed.members[0].name.as_str(), parsed.members[0].unit.as_str()), ("Ana Ruiz", "12"));
        assert_eq!(parsed.rejected[0].reason, "There is no phone number.");
    }

    #[test]
    fn chosen_columns_override_the_headings() {
        let file = "Phone,Other\n2025550101,2025550102";
        let columns = Some(RecipientColumns { phone: 2, ..RecipientColumns::default() });
        let parsed = parse(RecipientSource::File { data: file.into(), columns }).expect("readable");
        assert_eq!(phones(&parsed), ["+12025550102"]);
        let columns = Some(RecipientColumns { phone: 3, ..RecipientColumns::default() });
        parse(RecipientSource::File { data: file.into(), columns }).expect_err("there are two columns");
    }

    #[test]
    fn a_file_without_a_phone_column_returns_its_headings_and_no_recipients() {
        let source = RecipientSource::File { data: "First,Last\nAna,Ruiz".into(), columns: None };
        let parsed = parse(source).expect("readable");
        assert_eq!((parsed.headings.len(), parsed.members.len()), (2, 0));
    }

    #[test]
    fn malformed_files_and_numbers_are_refused_or_each_row_counts_once() {
        let samples = [
            "Unit,Resident name,Cell phone\n12,Ana Ruiz,2025550101\n16,Cy Ito,\"none; 2025550102\"\n",
            "\u{feff}phone;bldg\r\n+12025550101;A\r\n+12025550101;B\r\n",
            "(202) 555-0101, 202.555.0102\n+1 202 555 0101;12025550103",
        ];
        fuzzing::check_texts(200, &samples, |text| {
            let columns = RecipientColumns { phone: 2, ..RecipientColumns::default() };
            for columns in [None, Some(columns)] {
                let parsed = parse(RecipientSource::File { data: text.into(), columns });
                assert!(parsed.is_err() || parsed.is_ok_and(|parsed| parsed.samples.len() <= SAMPLES));
            }
            if let Ok(parsed) = parse(RecipientSource::Numbers(text.to_owned())) {
                let count = parsed.members.len() + parsed.rejected.len() + parsed.duplicate_count;
                assert_eq!(count, text.split(SEPARATORS).filter(|number| !number.trim().is_empty()).count());
            }
        });
    }
}
