//! Messages, 20 per conversation, and pages of conversations.
use crate::{HARBORLINE, List, NORTHGATE, Page, bulk::for_each_row};

pub const LIST: List = List {
    name: "conversations",
    large: HARBORLINE,
    small: NORTHGATE,
    statements: &[
        for_each_row!(
            "INSERT INTO conversation (company_id, id, community_id, phone, number, state, preview, last_message_ms)
             SELECT $1, 'bulk-' || i, $2, '+1999' || (1000000000 + i), '+12025550101', 1, 'See you there.',
                 1700000000000 + i
             FROM n WHERE i % 20 = 0"
        ),
        for_each_row!(
            "INSERT INTO message (company_id, id, conversation_id, direction, author, body, status, created_ms)
             SELECT $1, 'bulk-' || i, 'bulk-' || (i - i % 20), 1 + i % 2, 1,
                 'Thank you, that helps. See you there on Tuesday at seven.', 1, 1700000000000 + i
             FROM n WHERE $2 <> ''"
        ),
    ],
    pages: &[
        page("newest page of an administrator", false, "/textConversations?limit=50"),
        page("newest page of a manager", true, "/textConversations?limit=50"),
        page("newest page of one community", false, "/textConversations?limit=50&communityId=COMMUNITY"),
    ],
};

const fn page(name: &'static str, by_manager: bool, path: &'static str) -> Page {
    Page { name, by_manager, path, field: Some(("conversations", 50)) }
}
