-- Service requests, their activities, photos and documents.

CREATE TABLE service_request (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    -- The number that residents see.
    number TEXT NOT NULL,
    state INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    unit TEXT NOT NULL,
    location TEXT NOT NULL,
    contact_name TEXT NOT NULL,
    -- E.164; empty for none.
    contact_phone TEXT NOT NULL,
    contact_email TEXT NOT NULL,
    entry_permission INTEGER NOT NULL,
    pets TEXT NOT NULL,
    assignee_id TEXT,
    vendor TEXT NOT NULL,
    estimate_cents BIGINT,
    -- 0 without an estimate.
    estimate_state INTEGER NOT NULL,
    due_ms BIGINT NOT NULL,
    deferred_until_ms BIGINT,
    notify_resident BOOLEAN NOT NULL,
    conversation_id TEXT,
    escalation_id TEXT,
    created_by TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    state_changed_ms BIGINT NOT NULL,
    photo_count INTEGER NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, community_id, number)
);
CREATE INDEX service_request_by_time ON service_request (company_id, created_ms, id);
CREATE INDEX service_request_by_state ON service_request (company_id, state, created_ms, id);
-- Current ones: neither drafts nor closed, declined or canceled.
CREATE INDEX service_request_current_by_time ON service_request (company_id, created_ms, id)
    WHERE state IN (2, 3, 4, 5, 6, 7, 11);
CREATE INDEX service_request_current_by_due ON service_request (company_id, due_ms, id)
    WHERE state IN (2, 3, 4, 5, 6, 7, 11);
CREATE INDEX service_request_by_unit ON service_request (company_id, community_id, unit, created_ms);
CREATE INDEX service_request_by_phone ON service_request (company_id, community_id, contact_phone, created_ms)
    WHERE contact_phone <> '';
CREATE INDEX service_request_by_assignee ON service_request (company_id, assignee_id, created_ms, id)
    WHERE assignee_id IS NOT NULL;
CREATE INDEX service_request_by_vendor ON service_request (company_id, vendor, created_ms, id) WHERE vendor <> '';
-- What a user has to do is counted by this index alone.
CREATE INDEX service_request_assigned ON service_request (company_id, assignee_id, community_id)
    WHERE assignee_id IS NOT NULL AND state IN (2, 3, 4, 5, 6, 11);
-- The open ones: pending, needs information, approved, in progress, reopened.
CREATE INDEX service_request_by_due ON service_request (company_id, due_ms) WHERE state IN (2, 3, 4, 5, 11);
CREATE INDEX service_request_by_estimate ON service_request (company_id, created_ms, id) WHERE estimate_state = 1;

-- The last number of each community.
CREATE TABLE service_request_number (
    company_id TEXT NOT NULL REFERENCES company (id),
    community_id TEXT NOT NULL,
    last BIGINT NOT NULL,
    PRIMARY KEY (company_id, community_id)
);

-- Number of requests by community and state.
CREATE TABLE service_request_count (
    company_id TEXT NOT NULL REFERENCES company (id),
    community_id TEXT NOT NULL,
    state INTEGER NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (company_id, community_id, state)
);

CREATE TABLE service_request_activity (
    company_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind INTEGER NOT NULL,
    at_ms BIGINT NOT NULL,
    -- Name of who did it; empty for the server.
    actor TEXT NOT NULL,
    -- The new state; 0 if it did not change.
    state INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (company_id, request_id, id),
    FOREIGN KEY (company_id, request_id) REFERENCES service_request (company_id, id)
);
CREATE INDEX service_request_activity_by_time ON service_request_activity (company_id, at_ms) WHERE state <> 0;

-- Work orders to vendors. The link that a vendor answers with is stored as a digest.
CREATE TABLE work_order (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    vendor TEXT NOT NULL,
    email TEXT NOT NULL,
    message TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    state INTEGER NOT NULL,
    sent_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    answered_ms BIGINT,
    -- As YYYY-MM-DD; empty unless it was accepted.
    scheduled_on TEXT NOT NULL,
    estimate_cents BIGINT,
    note TEXT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (token_hash),
    FOREIGN KEY (company_id, request_id) REFERENCES service_request (company_id, id)
);
CREATE INDEX work_order_by_request ON work_order (company_id, request_id, id);

CREATE TABLE service_request_photo (
    company_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    id TEXT NOT NULL,
    file_id TEXT NOT NULL,
    thumbnail_id TEXT NOT NULL,
    caption TEXT NOT NULL,
    added_ms BIGINT NOT NULL,
    -- It is a photo of a resident's text, with the same ID and files.
    is_from_text BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (company_id, request_id, id),
    FOREIGN KEY (company_id, request_id) REFERENCES service_request (company_id, id)
);
-- Documents of service requests, as PDF files.
CREATE TABLE service_request_document (
    company_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    id TEXT NOT NULL,
    file_id TEXT NOT NULL,
    name TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    added_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, request_id, id),
    FOREIGN KEY (company_id, request_id) REFERENCES service_request (company_id, id)
);

-- A photo of a text belongs to one request.
CREATE UNIQUE INDEX service_request_photo_of_text ON service_request_photo (company_id, id) WHERE is_from_text;

-- Filters of service requests that a user keeps by name. During impersonation, the company is not the
-- user's own.
CREATE TABLE saved_view (
    company_id TEXT NOT NULL REFERENCES company (id),
    staff_id TEXT NOT NULL,
    id TEXT NOT NULL,
    -- Layout, by the contract's number.
    layout INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    query TEXT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, staff_id, layout, name_key)
);
