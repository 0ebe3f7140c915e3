-- Companies and their staff -------------------------------------------------------------

CREATE TABLE company (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    label TEXT NOT NULL,
    v3_enabled BOOLEAN,
    dashboard_options JSONB NOT NULL,
    created_ms BIGINT NOT NULL
);

CREATE TABLE staff (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    job_title TEXT NOT NULL,
    parlor_role TEXT NOT NULL,
    phone TEXT NOT NULL,
    text_plan INTEGER NOT NULL,
    restricted_view BOOLEAN NOT NULL,
    preferred_vendors JSONB NOT NULL,
    active BOOLEAN NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
);

CREATE TABLE session (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_ms BIGINT NOT NULL,
    used_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, staff_id) REFERENCES staff (company_id, id)
);

-- Failed attempts to sign in, by a digest of the address that was typed.
CREATE TABLE login_failure (
    address_hash TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    nonce TEXT NOT NULL,
    PRIMARY KEY (address_hash, at_ms, nonce)
);

-- Communities and what they know --------------------------------------------------------

CREATE TABLE community (
    id TEXT NOT NULL PRIMARY KEY,
    tag TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    units INTEGER NOT NULL,
    is_training BOOLEAN NOT NULL,
    -- Counts up with each change to what the community knows.
    knowledge_version BIGINT NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE INDEX community_by_tag ON community (lower(tag));

-- A community belongs to a list of companies.
CREATE TABLE company_community (
    company_id TEXT NOT NULL REFERENCES company (id),
    community_id TEXT NOT NULL REFERENCES community (id),
    PRIMARY KEY (company_id, community_id)
);
CREATE INDEX company_community_by_community ON company_community (community_id, company_id);

-- Which communities a manager sees, in their own order.
CREATE TABLE staff_community (
    company_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (company_id, staff_id, community_id),
    FOREIGN KEY (company_id, staff_id) REFERENCES staff (company_id, id),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);

CREATE TABLE text_number (
    company_id TEXT NOT NULL,
    number TEXT NOT NULL UNIQUE,
    community_id TEXT NOT NULL,
    PRIMARY KEY (company_id, number),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);

CREATE TABLE answer (
    community_id TEXT NOT NULL REFERENCES community (id),
    id TEXT NOT NULL,
    topic TEXT NOT NULL,
    question TEXT NOT NULL,
    -- A digest of the question in lower case, spaces folded: unique in its community.
    question_key TEXT NOT NULL,
    -- The beginning of the question in lower case, by which lists are in order.
    sort_key TEXT NOT NULL,
    -- Question, samples and answer in lower case, in which words are found.
    words TEXT NOT NULL,
    samples JSONB NOT NULL,
    answer TEXT NOT NULL,
    source TEXT NOT NULL,
    version BIGINT NOT NULL,
    used BIGINT NOT NULL,
    updated_by TEXT NOT NULL,
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (community_id, id),
    UNIQUE (community_id, question_key)
);
CREATE INDEX answer_by_topic ON answer (community_id, topic, sort_key, id);

-- Residents and what is texted with them ------------------------------------------------

CREATE TABLE resident (
    company_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    phone TEXT NOT NULL,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    kind TEXT NOT NULL,
    email TEXT NOT NULL,
    PRIMARY KEY (company_id, community_id, phone),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);

CREATE TABLE conversation (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    phone TEXT NOT NULL,
    number TEXT NOT NULL,
    state INTEGER NOT NULL,
    preview TEXT NOT NULL,
    last_message_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, community_id, phone),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);
CREATE INDEX conversation_by_time ON conversation (company_id, last_message_ms, id);
CREATE INDEX conversation_by_phone ON conversation (company_id, phone);

CREATE TABLE message (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    direction INTEGER NOT NULL,
    author INTEGER NOT NULL,
    staff_id TEXT,
    body TEXT NOT NULL,
    status INTEGER NOT NULL,
    -- Why the bot answered so; JSON, or nothing where it was not asked.
    decision JSONB,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
);
CREATE INDEX message_by_time ON message (company_id, conversation_id, created_ms, id);

CREATE TABLE message_step (
    company_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    reason TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, message_id, position),
    FOREIGN KEY (company_id, message_id) REFERENCES message (company_id, id)
);

CREATE TABLE escalation (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    -- One escalation a message, however often it is worked on.
    message_id TEXT NOT NULL,
    state INTEGER NOT NULL,
    reviewed BOOLEAN NOT NULL,
    question TEXT NOT NULL,
    answer TEXT NOT NULL,
    bot_trained BOOLEAN NOT NULL,
    notify JSONB,
    suggested_answer TEXT NOT NULL,
    suggested_question TEXT NOT NULL,
    suggested_source TEXT NOT NULL,
    suggested_confidence DOUBLE PRECISION NOT NULL,
    claimed_by TEXT,
    reviewed_by TEXT,
    dismissed_reason INTEGER NOT NULL,
    asked_ms BIGINT NOT NULL,
    reviewed_ms BIGINT,
    -- What it takes to take the last act back, while that is possible.
    undo JSONB,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, message_id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id),
    FOREIGN KEY (company_id, message_id) REFERENCES message (company_id, id)
);
CREATE INDEX escalation_by_age ON escalation (company_id, reviewed, asked_ms, id);
CREATE INDEX escalation_by_review ON escalation (company_id, reviewed, reviewed_ms, id);

-- Work and events -----------------------------------------------------------------------

CREATE TABLE job (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload JSONB NOT NULL,
    key TEXT NOT NULL,
    lane TEXT NOT NULL,
    run_at_ms BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    last_error TEXT,
    dead BOOLEAN NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, key)
);
CREATE INDEX job_by_time ON job (run_at_ms, id) WHERE NOT dead;
CREATE INDEX job_by_lane ON job (company_id, lane, id) WHERE NOT dead;

CREATE TABLE event_head (
    company_id TEXT NOT NULL PRIMARY KEY,
    sequence BIGINT NOT NULL
);

CREATE TABLE event (
    company_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    kind INTEGER NOT NULL,
    community_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, sequence)
);
