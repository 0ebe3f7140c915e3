-- Drafts of the writing assistant and of the assistants.

CREATE TABLE draft (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    -- The user who created it, the only one who can change it.
    owner_id TEXT NOT NULL,
    -- NULL if it is about no community.
    community_id TEXT,
    kind INTEGER NOT NULL,
    title TEXT NOT NULL,
    inputs JSONB NOT NULL,
    -- Facts of the community, as they were when the current version was begun.
    facts JSONB NOT NULL,
    state INTEGER NOT NULL,
    -- 0 unless writing failed.
    failure INTEGER NOT NULL DEFAULT 0,
    -- 0 unless the current version was drafted from a template.
    template_reason INTEGER NOT NULL DEFAULT 0,
    -- Number of the current version.
    version BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    -- Number of characters that were ever generated and stored.
    sequence BIGINT NOT NULL DEFAULT 0,
    -- Increases by 1 each time that a server begins to write; only the last of them stores chunks.
    run BIGINT NOT NULL DEFAULT 0,
    -- The server that writes it renews this time; after it, another server goes on.
    lease_ms BIGINT NOT NULL DEFAULT 0,
    -- What the language model does, and which part of long documents it reads; 0 for nothing.
    stage INTEGER NOT NULL DEFAULT 0,
    part INTEGER NOT NULL DEFAULT 0,
    part_count INTEGER NOT NULL DEFAULT 0,
    confirmed JSONB NOT NULL,
    feedback INTEGER NOT NULL DEFAULT 0,
    feedback_note TEXT NOT NULL DEFAULT '',
    -- When the owner shared it with the company. NULL if only the owner can see it.
    shared_ms BIGINT,
    -- The owner's name when it was shared. Empty unless it is shared.
    owner_name TEXT NOT NULL DEFAULT '',
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX draft_by_owner ON draft (company_id, owner_id, updated_ms, id);
CREATE INDEX draft_shared ON draft (company_id, updated_ms, id) WHERE shared_ms IS NOT NULL;

CREATE TABLE draft_version (
    company_id TEXT NOT NULL,
    draft_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    origin INTEGER NOT NULL,
    is_template BOOLEAN NOT NULL,
    -- Without the chunks that are not merged yet.
    text TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, draft_id, number),
    FOREIGN KEY (company_id, draft_id) REFERENCES draft (company_id, id)
);

-- Text of the current version that is being written. Merged into the version when writing ends.
CREATE TABLE draft_chunk (
    company_id TEXT NOT NULL,
    draft_id TEXT NOT NULL,
    -- Of the end of its text.
    sequence BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (company_id, draft_id, sequence),
    FOREIGN KEY (company_id, draft_id) REFERENCES draft (company_id, id)
);

-- What the language model noted of the parts of long documents, from which it writes a version. Deleted when it is
-- written.
CREATE TABLE draft_part (
    company_id TEXT NOT NULL,
    draft_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    -- Number of the part, from 1.
    number BIGINT NOT NULL,
    notes TEXT NOT NULL,
    PRIMARY KEY (company_id, draft_id, version, number),
    FOREIGN KEY (company_id, draft_id) REFERENCES draft (company_id, id)
);

-- Tokens of the language model that a company used in a month.
CREATE TABLE draft_usage (
    company_id TEXT NOT NULL REFERENCES company (id),
    -- The month in UTC, as 2026-11.
    month TEXT NOT NULL,
    tokens BIGINT NOT NULL,
    PRIMARY KEY (company_id, month)
);
