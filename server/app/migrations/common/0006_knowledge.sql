-- Answers of communities and companies, their history, and the intent catalogs.

-- Answers of a community, and answers that a company shares with all its communities: exactly one of
-- `community_id` and `company_id` is set.
CREATE TABLE answer (
    community_id TEXT REFERENCES community (id),
    company_id TEXT REFERENCES company (id),
    -- The one of the two that is set. Statements look answers up by it.
    owner_id TEXT NOT NULL GENERATED ALWAYS AS (COALESCE(community_id, company_id)) STORED,
    -- Unique for the owner: a question of a catalog has the same id in each community.
    id TEXT NOT NULL,
    category TEXT NOT NULL,
    question TEXT NOT NULL,
    -- Digest of the question in lower case with single spaces; unique for the owner.
    question_key TEXT NOT NULL,
    -- The beginning of the question in lower case, by which lists are sorted.
    sort_key TEXT NOT NULL,
    -- Question, samples and answer in lower case.
    search_text TEXT NOT NULL,
    samples JSONB NOT NULL,
    -- The samples that were learned from staff.
    learned_samples JSONB NOT NULL DEFAULT '[]',
    answer TEXT NOT NULL,
    source TEXT NOT NULL,
    -- Last day on which the answer is sent, as 2026-12-31. Empty means no expiry.
    valid_until TEXT NOT NULL DEFAULT '',
    version BIGINT NOT NULL,
    -- Number of times the bot sent it.
    used BIGINT NOT NULL,
    updated_by TEXT NOT NULL,
    updated_ms BIGINT NOT NULL,
    CHECK ((community_id IS NULL) <> (company_id IS NULL)),
    UNIQUE (owner_id, id),
    UNIQUE (owner_id, question_key)
);
CREATE INDEX answer_by_category ON answer (owner_id, category, sort_key, id);

-- The newest 50 versions of each answer, with the same owner.
CREATE TABLE answer_version (
    community_id TEXT REFERENCES community (id),
    company_id TEXT REFERENCES company (id),
    owner_id TEXT NOT NULL GENERATED ALWAYS AS (COALESCE(community_id, company_id)) STORED,
    answer_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    category TEXT NOT NULL,
    question TEXT NOT NULL,
    samples JSONB NOT NULL,
    learned_samples JSONB NOT NULL DEFAULT '[]',
    answer TEXT NOT NULL,
    source TEXT NOT NULL,
    valid_until TEXT NOT NULL,
    used BIGINT NOT NULL DEFAULT 0,
    -- The version deleted the answer; the other columns are its last content.
    removed BOOLEAN NOT NULL,
    cause INTEGER NOT NULL,
    changed_by TEXT NOT NULL,
    changed_ms BIGINT NOT NULL,
    CHECK ((community_id IS NULL) <> (company_id IS NULL)),
    UNIQUE (owner_id, answer_id, version)
);
CREATE INDEX answer_version_removed ON answer_version (owner_id, changed_ms, answer_id) WHERE removed;

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
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    version BIGINT NOT NULL,
    library JSONB NOT NULL,
    -- Content before the last change. NULL if it cannot be undone.
    previous_library JSONB,
    edited_by TEXT NOT NULL,
    edited_ms BIGINT
);
