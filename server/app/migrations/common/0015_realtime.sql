-- Live events of browsers.

-- The sequence number of a company's last event.
CREATE TABLE event_head (
    company_id TEXT NOT NULL PRIMARY KEY,
    sequence BIGINT NOT NULL
);

-- Live events. Rows are only added, and deleted by age.
CREATE TABLE event (
    company_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    kind INTEGER NOT NULL,
    community_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, sequence)
);
CREATE INDEX event_by_age ON event (at_ms);
