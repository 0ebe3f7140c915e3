-- Answers of communities and companies, their history, and the intent catalogs.

CREATE TABLE answer (
    community_id TEXT NOT NULL REFERENCES community (id),
    id TEXT NOT NULL,
    topic TEXT NOT NULL,
    question TEXT NOT NULL,
    -- Digest of the question in lower case with single spaces; unique in the community.
    question_key TEXT NOT NULL,
    -- The beginning of the question in lower case, by which lists are sorted.
    sort_key TEXT NOT NULL,
    -- Question, samples and answer in lower case, for search.
    words TEXT NOT NULL,
    samples JSONB NOT NULL,
    -- The samples that came from training examples.
    taught JSONB NOT NULL DEFAULT '[]',
    answer TEXT NOT NULL,
    source TEXT NOT NULL,
    -- Last day on which the answer is sent, as 2026-12-31. Empty means no expiry.
    valid_until TEXT NOT NULL DEFAULT '',
    version BIGINT NOT NULL,
    -- Number of times the bot sent it.
    used BIGINT NOT NULL,
    updated_by TEXT NOT NULL,
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (community_id, id),
    UNIQUE (community_id, question_key)
);
CREATE INDEX answer_by_topic ON answer (community_id, topic, sort_key, id);

-- Answers that a company shares with all its communities. Columns are those of `answer`.
CREATE TABLE company_answer (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    topic TEXT NOT NULL,
    question TEXT NOT NULL,
    question_key TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    words TEXT NOT NULL,
    samples JSONB NOT NULL,
    taught JSONB NOT NULL DEFAULT '[]',
    answer TEXT NOT NULL,
    source TEXT NOT NULL,
    valid_until TEXT NOT NULL DEFAULT '',
    version BIGINT NOT NULL,
    used BIGINT NOT NULL,
    updated_by TEXT NOT NULL,
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, question_key)
);
CREATE INDEX company_answer_by_topic ON company_answer (company_id, topic, sort_key, id);

CREATE TABLE answer_version (
    community_id TEXT NOT NULL REFERENCES community (id),
    answer_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    topic TEXT NOT NULL,
    question TEXT NOT NULL,
    samples JSONB NOT NULL,
    taught JSONB NOT NULL DEFAULT '[]',
    answer TEXT NOT NULL,
    source TEXT NOT NULL,
    valid_until TEXT NOT NULL,
    used BIGINT NOT NULL DEFAULT 0,
    -- The version deleted the answer; the other columns are its last content.
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
    taught JSONB NOT NULL DEFAULT '[]',
    answer TEXT NOT NULL,
    source TEXT NOT NULL,
    valid_until TEXT NOT NULL,
    used BIGINT NOT NULL DEFAULT 0,
    removed BOOLEAN NOT NULL,
    cause INTEGER NOT NULL,
    changed_by TEXT NOT NULL,
    changed_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, answer_id, version)
);

-- Published versions of the three intent catalogs. Rows are only added.
CREATE TABLE catalog_version (
    number BIGINT NOT NULL PRIMARY KEY,
    note TEXT NOT NULL,
    published_by TEXT NOT NULL,
    published_ms BIGINT NOT NULL,
    -- The earlier version that it restored; 0 if it published the draft.
    restored BIGINT NOT NULL,
    -- Number of intents.
    intents BIGINT NOT NULL,
    library JSONB NOT NULL
);

-- The draft of the catalogs: one row.
CREATE TABLE catalog_draft (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    version BIGINT NOT NULL,
    library JSONB NOT NULL,
    -- Content before the last change. NULL if it cannot be undone.
    before JSONB,
    edited_by TEXT NOT NULL,
    edited_ms BIGINT
);
