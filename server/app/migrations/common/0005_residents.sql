-- Residents, their consent, homeowner accounts, and the verification of residents.

CREATE TABLE resident (
    company_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    phone TEXT NOT NULL,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    kind INTEGER NOT NULL,
    email TEXT NOT NULL,
    PRIMARY KEY (company_id, community_id, phone),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);

-- Whether a phone may be texted, per program.
CREATE TABLE consent (
    company_id TEXT NOT NULL REFERENCES company (id),
    phone TEXT NOT NULL,
    program TEXT NOT NULL,
    state INTEGER NOT NULL,
    source INTEGER NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, phone, program)
);

-- The history of consent. Rows are only added.
CREATE TABLE consent_entry (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    phone TEXT NOT NULL,
    program TEXT NOT NULL,
    state INTEGER NOT NULL,
    source INTEGER NOT NULL,
    -- The resident's text or the carrier's report, verbatim, or what staff wrote.
    evidence TEXT NOT NULL,
    -- The resident's text. NULL if there is none.
    message_id TEXT,
    -- Name of the user or partner who recorded it. Empty unless staff recorded it.
    recorded_by TEXT NOT NULL DEFAULT '',
    -- Date on which the resident told staff, as 2026-12-31. Empty unless staff recorded it.
    given_on TEXT NOT NULL DEFAULT '',
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX consent_entry_by_opt_out ON consent_entry (company_id, at_ms) WHERE state = 4;
CREATE INDEX consent_entry_by_phone ON consent_entry (company_id, phone, id);

-- Phones that a blast asked for consent, each once.
CREATE TABLE consent_request (
    company_id TEXT NOT NULL REFERENCES company (id),
    phone TEXT NOT NULL,
    program TEXT NOT NULL,
    blast_id TEXT NOT NULL,
    asked_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, phone, program)
);
CREATE INDEX consent_request_by_blast ON consent_request (company_id, blast_id, phone);

CREATE TABLE homeowner_account (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    number TEXT NOT NULL,
    -- Unique key of the number in the community.
    number_key TEXT NOT NULL,
    unit TEXT NOT NULL,
    name TEXT NOT NULL,
    phones JSONB NOT NULL,
    email TEXT NOT NULL,
    -- Balance due. Negative for a credit, NULL if unknown.
    balance_cents BIGINT,
    -- Date of the balance, as 2026-12-31. Empty without a balance.
    balance_on TEXT NOT NULL,
    in_collections BOOLEAN NOT NULL,
    building TEXT NOT NULL DEFAULT '',
    -- 0 is not set, 1 owner, 2 tenant, 3 member of the board.
    kind INTEGER NOT NULL DEFAULT 0,
    -- Language code, as es. Empty for English.
    language TEXT NOT NULL DEFAULT '',
    -- Lowercase tags, sorted.
    tags JSONB NOT NULL DEFAULT '[]',
    -- Text blasts leave the account out.
    do_not_text BOOLEAN NOT NULL DEFAULT FALSE,
    -- Sort key of the unit, with numbers in it in numeric order.
    unit_key TEXT NOT NULL DEFAULT '',
    version BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    -- Sort key: unit, then number, with numbers in them in numeric order.
    sort_key TEXT NOT NULL,
    -- Searched text.
    search_text TEXT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, community_id, number_key),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);
CREATE INDEX homeowner_account_not_texted ON homeowner_account (company_id, id) WHERE do_not_text;
CREATE INDEX homeowner_account_by_email ON homeowner_account (company_id, community_id, email) WHERE email <> '';
CREATE INDEX homeowner_account_by_sort_key ON homeowner_account (company_id, community_id, sort_key, id);

CREATE TABLE homeowner_phone (
    company_id TEXT NOT NULL REFERENCES company (id),
    community_id TEXT NOT NULL,
    phone TEXT NOT NULL,
    account_id TEXT NOT NULL,
    PRIMARY KEY (company_id, community_id, phone, account_id),
    FOREIGN KEY (company_id, account_id) REFERENCES homeowner_account (company_id, id)
);
CREATE INDEX homeowner_phone_by_account ON homeowner_phone (company_id, account_id, phone);
CREATE INDEX homeowner_phone_by_phone ON homeowner_phone (company_id, phone, account_id);

-- Conversations whose resident was asked to verify their identity and has not done so yet.
CREATE TABLE verification_challenge (
    company_id TEXT NOT NULL REFERENCES company (id),
    conversation_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    -- The answer with account data that is sent after verification.
    answer_id TEXT NOT NULL,
    -- Verification policy, by the contract's number.
    method INTEGER NOT NULL,
    -- Number of failed attempts.
    tries BIGINT NOT NULL,
    asked_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, conversation_id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
);

-- One-time codes that were emailed, by signature.
CREATE TABLE homeowner_code (
    company_id TEXT NOT NULL REFERENCES company (id),
    account_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    signature TEXT NOT NULL,
    sent_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, account_id, message_id),
    FOREIGN KEY (company_id, account_id) REFERENCES homeowner_account (company_id, id)
);
CREATE INDEX homeowner_code_by_message ON homeowner_code (company_id, message_id);

-- Accounts for which the resident of a conversation is verified.
CREATE TABLE verified_account (
    company_id TEXT NOT NULL REFERENCES company (id),
    conversation_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    method INTEGER NOT NULL,
    verified_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, conversation_id, account_id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
);

-- Failed attempts per phone, which lock verification for a while.
CREATE TABLE verification_failure (
    company_id TEXT NOT NULL REFERENCES company (id),
    community_id TEXT NOT NULL,
    phone TEXT NOT NULL,
    method INTEGER NOT NULL,
    tries BIGINT NOT NULL,
    -- Time of the last failed attempt.
    failed_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, community_id, phone, method)
);
