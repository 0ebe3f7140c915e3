-- Text blasts, their recipients, and saved audiences.

CREATE TABLE audience (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Unique key of the name in the company.
    name_key TEXT NOT NULL,
    filter JSONB NOT NULL,
    version BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, name_key)
);

-- The communities of a saved audience.
CREATE TABLE audience_community (
    company_id TEXT NOT NULL,
    audience_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    PRIMARY KEY (company_id, audience_id, community_id),
    FOREIGN KEY (company_id, audience_id) REFERENCES audience (company_id, id)
);
CREATE INDEX audience_community_by_community ON audience_community (company_id, community_id);

-- The fixed recipients of a saved audience that is a list.
CREATE TABLE audience_member (
    company_id TEXT NOT NULL,
    audience_id TEXT NOT NULL,
    -- Position in the list, as eight digits.
    position TEXT NOT NULL,
    community_id TEXT NOT NULL,
    phone TEXT NOT NULL,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    building TEXT NOT NULL,
    PRIMARY KEY (company_id, audience_id, position),
    UNIQUE (company_id, audience_id, phone),
    FOREIGN KEY (company_id, audience_id) REFERENCES audience (company_id, id)
);
CREATE INDEX audience_member_by_community ON audience_member (company_id, community_id);

CREATE TABLE blast (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    -- It asks those without consent for it.
    asks_consent BOOLEAN NOT NULL DEFAULT FALSE,
    -- The picture that is sent with the text: its files and size. NULL without one.
    picture JSONB,
    -- The recipients. With a saved audience, its filter when the blast was started; NULL before.
    filter JSONB,
    audience_id TEXT,
    state INTEGER NOT NULL,
    starts_ms BIGINT,
    undo_until_ms BIGINT,
    is_emergency BOOLEAN NOT NULL,
    -- Empty unless it is an emergency.
    emergency_reason TEXT NOT NULL,
    created_by TEXT NOT NULL,
    scheduled_by TEXT,
    -- Number of recipients when it was scheduled; 0 before.
    scheduled_count BIGINT NOT NULL DEFAULT 0,
    approved_by TEXT,
    -- What the user who rejected it wants changed. Empty unless it is a draft that was rejected.
    rejection_note TEXT NOT NULL DEFAULT '',
    created_ms BIGINT NOT NULL,
    finished_ms BIGINT,
    version BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX blast_by_time ON blast (company_id, created_ms, id);
CREATE INDEX blast_by_start ON blast (company_id, starts_ms) WHERE starts_ms IS NOT NULL;
CREATE INDEX blast_by_audience ON blast (company_id, audience_id) WHERE audience_id IS NOT NULL;

-- Texts that a company keeps for its blasts.
CREATE TABLE blast_template (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Unique key of the name in the company.
    name_key TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, name_key)
);

-- The communities of a blast, in the order in which they are sent the text.
CREATE TABLE blast_community (
    company_id TEXT NOT NULL,
    blast_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    -- Its recipients are written.
    expanded BOOLEAN NOT NULL DEFAULT FALSE,
    -- Number of its recipients who get the text, and of those who are left out.
    included BIGINT NOT NULL DEFAULT 0,
    excluded BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (company_id, blast_id, community_id),
    FOREIGN KEY (company_id, blast_id) REFERENCES blast (company_id, id)
);
CREATE INDEX blast_community_by_community ON blast_community (company_id, community_id);

CREATE TABLE blast_recipient (
    company_id TEXT NOT NULL,
    blast_id TEXT NOT NULL,
    -- Position in the blast: by community, unit and account number.
    seq BIGINT NOT NULL,
    community_id TEXT NOT NULL,
    -- Empty for a recipient of a list.
    account_id TEXT NOT NULL,
    phone TEXT NOT NULL,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    building TEXT NOT NULL,
    -- Why the recipient is left out, by the contract's number; 0 is included.
    exclusion INTEGER NOT NULL,
    -- The text. NULL until it is handed to the carrier.
    message_id TEXT,
    -- Time before which the text is not sent again. NULL unless it waits to be sent again.
    retry_ms BIGINT,
    -- No foreign key to the blast: checking it takes longer than inserting the row. The transaction that inserts
    -- recipients holds a lock on their blast, and only drafts, which have no recipients, can be deleted.
    PRIMARY KEY (company_id, blast_id, seq)
);
-- A phone is sent a blast at most once; 5 is a duplicate.
CREATE UNIQUE INDEX blast_recipient_once ON blast_recipient (company_id, blast_id, phone) WHERE exclusion <> 5;
CREATE INDEX blast_recipient_pending ON blast_recipient (company_id, blast_id, community_id, seq)
    WHERE exclusion = 0 AND message_id IS NULL;
CREATE INDEX blast_recipient_retry ON blast_recipient (company_id, blast_id, community_id, retry_ms, seq)
    WHERE retry_ms IS NOT NULL;
CREATE INDEX blast_recipient_by_exclusion ON blast_recipient (company_id, blast_id, exclusion, seq);
CREATE INDEX blast_recipient_by_community ON blast_recipient (company_id, community_id, blast_id, seq);

-- How far the rates of a company are used up, for all its blasts on all servers.
CREATE TABLE blast_pace (
    company_id TEXT NOT NULL REFERENCES company (id),
    -- A number, or empty for the company with its accounts at carriers, or the name of a carrier that is to be left
    -- alone.
    sender TEXT NOT NULL,
    -- Time from which further texts may be handed to the carrier.
    free_ms BIGINT NOT NULL,
    -- Day on which segments were last handed to the carrier, in days since 1970 in Pacific Time, and their number.
    day BIGINT NOT NULL,
    day_segments BIGINT NOT NULL,
    PRIMARY KEY (company_id, sender)
);

-- Homeowners who replied to a blast.
CREATE TABLE blast_reply (
    company_id TEXT NOT NULL,
    blast_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    replied_ms BIGINT NOT NULL,
    -- The reply opted out of texts.
    opted_out BOOLEAN NOT NULL,
    -- Only the test phone replied; reports leave it out.
    is_test BOOLEAN NOT NULL,
    PRIMARY KEY (company_id, blast_id, conversation_id),
    FOREIGN KEY (company_id, blast_id) REFERENCES blast (company_id, id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
);
CREATE INDEX blast_reply_by_time ON blast_reply (company_id, replied_ms);
CREATE INDEX blast_reply_by_conversation ON blast_reply (company_id, conversation_id);

-- Phones that cannot receive texts, as carriers reported.
CREATE TABLE unreachable_phone (
    company_id TEXT NOT NULL REFERENCES company (id),
    phone TEXT NOT NULL,
    error_code INTEGER NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, phone)
);
