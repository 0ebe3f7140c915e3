//! Conversations and email threads, alternating, and pages of the inbox with both.
use crate::{HARBORLINE, List, NORTHGATE, Page, bulk::for_each_row};

pub const LIST: List = List {
    name: "inbox",
    large: HARBORLINE,
    small: NORTHGATE,
    statements: &[
        // The small company has neither the feature nor a mailbox in the demo.
        for_each_row!(
            "UPDATE company SET dashboard_options = '[\"OMNICHANNEL\",\"TW\"]' WHERE id = $1 AND id = 'company-northgate'
             AND $2 <> '' AND EXISTS (SELECT 1 FROM n)"
        ),
        for_each_row!(
            "INSERT INTO mailbox (company_id, id, community_id, kind, address, display_name, signature, version)
             SELECT $1, 'bulk-mailbox', $2, 1, 'bulk@' || $1 || '.example', 'Office', '', 1 FROM n WHERE i = $3
             ON CONFLICT DO NOTHING"
        ),
        for_each_row!(
            "INSERT INTO conversation (company_id, id, community_id, phone, number, state, preview, last_message_ms,
                 waiting_since_ms, reply_due_ms, assigned_to, priority, unread)
             SELECT $1, 'inbox-' || i, $2, '+1998' || (1000000000 + i), '+12025550101',
                 CASE i % 40 WHEN 0 THEN 2 WHEN 2 THEN 3 ELSE 4 END, 'Is there news about the elevator?',
                 1710000000000 + i,
                 CASE i % 40 WHEN 0 THEN 1710000000000 + i END, CASE i % 40 WHEN 0 THEN 1710003600000 + i END,
                 CASE i % 80 WHEN 0 THEN replace($1, 'company', 'staff') || '-admin' END,
                 CASE i % 80 WHEN 0 THEN 3 WHEN 40 THEN 4 ELSE 2 END, 0
             FROM n WHERE i % 2 = 0"
        ),
        for_each_row!(
            "INSERT INTO conversation_word (company_id, conversation_id, word, message_id)
             SELECT $1, 'inbox-' || i, CASE i % 5000 WHEN 0 THEN 'elevator' ELSE 'w' || i END, 'bulk-0'
             FROM n WHERE i % 2 = 0 AND $2 <> ''"
        ),
        for_each_row!(
            "INSERT INTO email_thread (company_id, id, community_id, mailbox_id, subject, subject_key,
                 participant_address, participant_name, snippet, state, waiting_since_ms, reply_due_ms, unread,
                 has_attachments, kind, message_count, last_message_ms, version, priority)
             SELECT $1, 'inbox-' || i, $2, 'bulk-mailbox', 'Elevator', 'elevator', 'owner' || i || '@mail.example',
                 'Owner ' || i, 'Is there news about the elevator?', CASE i % 40 WHEN 1 THEN 1 WHEN 3 THEN 2 ELSE 3 END,
                 CASE i % 40 WHEN 1 THEN 1710000000000 + i END, CASE i % 40 WHEN 1 THEN 1710003600000 + i END,
                 FALSE, FALSE, 1, 1, 1710000000000 + i, 1, CASE i % 80 WHEN 41 THEN 3 ELSE 2 END
             FROM n WHERE i % 2 = 1"
        ),
    ],
    pages: &[
        page("newest open", false, "/inbox?state=OPEN&limit=50"),
        page("newest open of a manager", true, "/inbox?state=OPEN&limit=50"),
        page("newest resolved", false, "/inbox?state=RESOLVED&limit=50"),
        page("emails", false, "/inbox?state=OPEN&channel=EMAIL&limit=50"),
        page("one community", false, "/inbox?state=OPEN&communityId=COMMUNITY&limit=50"),
        page("mine", false, "/inbox?state=OPEN&assignment=MINE&limit=50"),
        page("unassigned", false, "/inbox?state=OPEN&assignment=UNASSIGNED&limit=50"),
        page("high priority only", false, "/inbox?state=OPEN&order=PRIORITY&limit=50"),
        page("high priority only, mine", false, "/inbox?state=OPEN&order=PRIORITY&assignment=MINE&limit=50"),
        page("reply due first", false, "/inbox?state=OPEN&order=REPLY_DUE&limit=50"),
    ],
};

/// Texts of the test phone are test traffic.
pub const NEWEST_WITH_TESTS: Page =
    page("newest open with tests", false, "/inbox?state=OPEN&testTraffic=INCLUDE&limit=50");

const fn page(name: &'static str, by_manager: bool, path: &'static str) -> Page {
    Page { name, by_manager, path, field: Some(("items", 50)) }
}
