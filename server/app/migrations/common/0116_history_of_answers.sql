-- What an answer was after each of its changes; the newest of them are kept.
CREATE TABLE answer_version (
    community_id TEXT NOT NULL REFERENCES community (id),
    answer_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    topic TEXT NOT NULL,
    question TEXT NOT NULL,
    samples JSONB NOT NULL,
    answer TEXT NOT NULL,
    source TEXT NOT NULL,
    valid_until TEXT NOT NULL,
    -- The answer was removed; the words are those that it had.
    removed BOOLEAN NOT NULL,
    cause INTEGER NOT NULL,
    changed_by TEXT NOT NULL,
    changed_ms BIGINT NOT NULL,
    PRIMARY KEY (community_id, answer_id, version)
);
CREATE INDEX answer_version_removed ON answer_version (community_id, changed_ms, answer_id) WHERE removed;

CREATE TABLE company_answer_version (
    company_id TEXT NOT NULL REFERENCES company (id),
    answer_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    topic TEXT NOT NULL,
    question TEXT NOT NULL,
    samples JSONB NOT NULL,
    answer TEXT NOT NULL,
    source TEXT NOT NULL,
    valid_until TEXT NOT NULL,
    removed BOOLEAN NOT NULL,
    cause INTEGER NOT NULL,
    changed_by TEXT NOT NULL,
    changed_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, answer_id, version)
);

-- The last day on which an answer holds, as 2026-12-31; empty for any.
ALTER TABLE answer ADD COLUMN valid_until TEXT NOT NULL DEFAULT '';
ALTER TABLE company_answer ADD COLUMN valid_until TEXT NOT NULL DEFAULT '';
-- The suggestion was an answer that held no longer.
ALTER TABLE escalation ADD COLUMN suggested_expired BOOLEAN NOT NULL DEFAULT FALSE;
