//! Service requests in all states, and pages of the lists and the board.
use crate::{Company, List, NORTHGATE, Page, bulk::for_each_row};

pub const LIST: List = List {
    name: "service requests",
    large: Company {
        id: "company-parlor",
        community: "community-fenwick-court",
        administrator: "admin@parlor.example",
        manager: "admin@parlor.example",
        rows: 1_000_000,
    },
    small: NORTHGATE,
    statements: &[
        for_each_row!(
            "INSERT INTO service_request (company_id, id, community_id, number, state, kind, priority, title, description,
                 unit, location, contact_name, contact_phone, contact_email, entry_permission, pets, assignee_id, vendor,
                 estimate_cents, estimate_state, due_ms, notify_resident, created_by, created_ms, state_changed_ms,
                 photo_count, version)
             SELECT $1, 'bulk-' || i, $2, 'BULK-' || i,
                 CASE i % 40 WHEN 0 THEN 2 WHEN 1 THEN 3 WHEN 2 THEN 4 WHEN 3 THEN 5 WHEN 4 THEN 7 WHEN 5 THEN 6 ELSE 8 END,
                 1 + i % 5, 1 + i % 4, 'The kitchen sink drains slowly', 'Since Sunday.', CAST(i % 500 AS TEXT), 'Kitchen',
                 'Ann Kowalski', '', '', 1, '', CASE i % 80 WHEN 2 THEN replace($1, 'company', 'staff') || '-admin' END,
                 CASE i % 80 WHEN 2 THEN 'Prairie Plumbing' ELSE '' END, NULL, 0, 1700000000000 + i, TRUE, 'bulk',
                 1700000000000 + i, 1700000000000 + i, 0, 1
             FROM n"
        ),
        for_each_row!(
            "INSERT INTO service_request_word (company_id, request_id, word)
             SELECT $1, 'bulk-' || i, CASE i % 2000 WHEN 0 THEN 'sauna' ELSE 'w' || i END FROM n WHERE $2 <> ''"
        ),
        for_each_row!(
            "INSERT INTO service_request_count (company_id, community_id, state, count)
             SELECT $1, $2, state, count(*) FROM service_request
             WHERE company_id = $1 AND id LIKE 'bulk-%' AND created_ms >= 1700000000000 + $3
               AND created_ms < 1700000000000 + $4 AND EXISTS (SELECT 1 FROM n) GROUP BY state
             ON CONFLICT (company_id, community_id, state)
             DO UPDATE SET count = service_request_count.count + excluded.count"
        ),
    ],
    pages: &[
        page("newest", "/serviceRequests?limit=50"),
        page(
            "approved or in progress",
            "/serviceRequests?limit=50&states=APPROVED&states=IN_PROGRESS&states=REOPENED",
        ),
        page("board, pending", "/serviceRequests?limit=50&states=PENDING"),
        page("board, in progress", "/serviceRequests?limit=50&states=IN_PROGRESS"),
        page("board, completed", "/serviceRequests?limit=50&states=COMPLETED"),
        page("due first", "/serviceRequests?limit=50&states=APPROVED&states=IN_PROGRESS&order=DUE"),
        page("overdue", "/serviceRequests?limit=50&isOverdue=true"),
        page("one community", "/serviceRequests?limit=50&communityId=COMMUNITY"),
        page("one vendor", "/serviceRequests?limit=50&states=APPROVED&vendor=Prairie%20Plumbing"),
        Page { name: "counts", by_manager: false, path: "/serviceRequests/count", field: None },
    ],
};

const fn page(name: &'static str, path: &'static str) -> Page {
    Page { name, by_manager: false, path, field: Some(("serviceRequests", 50)) }
}
