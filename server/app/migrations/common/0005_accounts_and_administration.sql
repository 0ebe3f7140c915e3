-- Companies ------------------------------------------------------------------------------

ALTER TABLE company ADD COLUMN software INTEGER NOT NULL DEFAULT 0;
ALTER TABLE company ADD COLUMN software_documents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE company ADD COLUMN credential_name TEXT NOT NULL DEFAULT '';
ALTER TABLE company ADD COLUMN pricing_model INTEGER NOT NULL DEFAULT 0;
ALTER TABLE company ADD COLUMN chatwoot_inbox_id TEXT NOT NULL DEFAULT '';
-- How it presents itself: header, signature, business hours, default verbiage.
ALTER TABLE company ADD COLUMN customizations JSONB NOT NULL DEFAULT '{}';
-- Counts up with each change to what the company knows for all of its communities.
ALTER TABLE company ADD COLUMN knowledge_version BIGINT NOT NULL DEFAULT 0;
CREATE INDEX company_by_name ON company (name, id);

-- What its association software holds, as it was uploaded.
CREATE TABLE association_file (
    company_id TEXT NOT NULL PRIMARY KEY REFERENCES company (id),
    associations JSONB NOT NULL,
    uploaded_by TEXT NOT NULL,
    uploaded_ms BIGINT NOT NULL
);

-- Answers for all communities of a company.
CREATE TABLE company_answer (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    topic TEXT NOT NULL,
    question TEXT NOT NULL,
    question_key TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    words TEXT NOT NULL,
    samples JSONB NOT NULL,
    answer TEXT NOT NULL,
    source TEXT NOT NULL,
    version BIGINT NOT NULL,
    used BIGINT NOT NULL,
    updated_by TEXT NOT NULL,
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, question_key)
);
CREATE INDEX company_answer_by_topic ON company_answer (company_id, topic, sort_key, id);

-- Staff ------------------------------------------------------------------------------------

-- An account without a password_hash was invited and has not chosen a password yet.
ALTER TABLE staff ADD COLUMN header_image TEXT;
CREATE INDEX staff_by_name ON staff (company_id, last_name, first_name, id);

-- Which communities a person has in their picker, in which order; without any row, all.
CREATE TABLE staff_selection (
    company_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (company_id, staff_id, community_id),
    FOREIGN KEY (company_id, staff_id) REFERENCES staff (company_id, id),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);

ALTER TABLE session ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN address TEXT NOT NULL DEFAULT '';
-- The company that an administrator of the platform's company acts in; none for their own.
ALTER TABLE session ADD COLUMN acting_company_id TEXT;
CREATE INDEX session_by_staff ON session (company_id, staff_id, used_ms);

-- Links to set a password with; the token itself is in the mail alone.
CREATE TABLE password_link (
    token_hash TEXT NOT NULL PRIMARY KEY,
    company_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    invitation BOOLEAN NOT NULL,
    expires_ms BIGINT NOT NULL,
    FOREIGN KEY (company_id, staff_id) REFERENCES staff (company_id, id)
);
CREATE INDEX password_link_by_staff ON password_link (company_id, staff_id);

-- Places from which a person signed in, by digest of the address.
CREATE TABLE known_place (
    company_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    place_hash TEXT NOT NULL,
    used_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, staff_id, place_hash),
    FOREIGN KEY (company_id, staff_id) REFERENCES staff (company_id, id)
);

-- What is limited: attempts by a digest of what they are counted for.
DROP TABLE login_failure;
CREATE TABLE attempt (
    subject TEXT NOT NULL,
    nonce TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (subject, nonce)
);
CREATE INDEX attempt_by_time ON attempt (subject, at_ms);

-- Communities ------------------------------------------------------------------------------

-- Codes by software: {"VANTACA": "hr01"}.
ALTER TABLE community ADD COLUMN association_codes JSONB NOT NULL DEFAULT '{}';
ALTER TABLE community ADD COLUMN custom_verbiage JSONB NOT NULL DEFAULT '[]';
ALTER TABLE community ADD COLUMN persona JSONB NOT NULL DEFAULT '{}';
ALTER TABLE community ADD COLUMN escalation_email TEXT NOT NULL DEFAULT '';
ALTER TABLE community ADD COLUMN secondary_escalation_emails JSONB NOT NULL DEFAULT '[]';
-- Deleted, and until it is purged to be restored; its number is free meanwhile.
ALTER TABLE community ADD COLUMN archived_ms BIGINT;
ALTER TABLE community ADD COLUMN archived_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE community ADD COLUMN archived_by TEXT NOT NULL DEFAULT '';
ALTER TABLE community ADD COLUMN archived_number TEXT;

CREATE TABLE community_request (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    community_name TEXT NOT NULL,
    escalation_email TEXT NOT NULL,
    secondary_escalation_emails JSONB NOT NULL,
    state INTEGER NOT NULL,
    requested_by TEXT NOT NULL,
    requested_ms BIGINT NOT NULL,
    decided_by TEXT NOT NULL,
    decided_ms BIGINT,
    reason TEXT NOT NULL,
    community_id TEXT,
    PRIMARY KEY (company_id, id)
);

-- What keeps record, keeps secrets and leaves -------------------------------------------------

CREATE TABLE audit (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    actor_id TEXT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    summary TEXT NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);

-- Encrypted with the company and the name as associated data.
CREATE TABLE secret (
    company_id TEXT NOT NULL,
    name TEXT NOT NULL,
    sealed TEXT NOT NULL,
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, name)
);

CREATE TABLE email_configuration (
    company_id TEXT NOT NULL PRIMARY KEY REFERENCES company (id),
    from_address TEXT NOT NULL,
    from_name TEXT NOT NULL,
    reply_to TEXT NOT NULL,
    smtp_host TEXT NOT NULL,
    smtp_port INTEGER NOT NULL,
    smtp_security INTEGER NOT NULL,
    smtp_username TEXT NOT NULL,
    verified_ms BIGINT
);

CREATE TABLE mail (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    to_address TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- The text, sealed.
    body TEXT NOT NULL,
    -- It holds a link to an account, so nobody but its recipient reads it.
    withheld BOOLEAN NOT NULL,
    status INTEGER NOT NULL,
    problem TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    sent_ms BIGINT,
    PRIMARY KEY (company_id, id)
);

CREATE TABLE file (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    bytes BYTEA NOT NULL,
    created_ms BIGINT NOT NULL,
    -- Removed after that; never, if there is none.
    expires_ms BIGINT,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX file_by_expiry ON file (expires_ms) WHERE expires_ms IS NOT NULL;

CREATE TABLE short_link (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    code TEXT NOT NULL UNIQUE,
    target TEXT NOT NULL,
    -- A digest of the target: one link for each.
    target_key TEXT NOT NULL,
    clicks BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, target_key)
);

-- Partners -----------------------------------------------------------------------------------

CREATE TABLE partner (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    client_id TEXT NOT NULL UNIQUE,
    secret_hash TEXT NOT NULL,
    scopes JSONB NOT NULL,
    redirect_uris JSONB NOT NULL,
    requests_per_minute INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    used_ms BIGINT,
    revoked_ms BIGINT,
    PRIMARY KEY (company_id, id)
);

-- What a person let an application do.
CREATE TABLE partner_grant (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    partner_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    scopes JSONB NOT NULL,
    granted_ms BIGINT NOT NULL,
    used_ms BIGINT,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, partner_id) REFERENCES partner (company_id, id)
);
CREATE INDEX partner_grant_by_staff ON partner_grant (company_id, staff_id, granted_ms);

-- Codes, access and refresh tokens, by digest. Those of a person belong to a grant.
CREATE TABLE partner_token (
    token_hash TEXT NOT NULL PRIMARY KEY,
    company_id TEXT NOT NULL,
    partner_id TEXT NOT NULL,
    grant_id TEXT,
    kind INTEGER NOT NULL,
    scopes JSONB NOT NULL,
    expires_ms BIGINT NOT NULL,
    -- A code or refresh token works once; kept, so that a second use is noticed.
    used_ms BIGINT,
    -- Of a code: where it was sent, and the challenge.
    redirect_uri TEXT NOT NULL,
    challenge TEXT NOT NULL,
    FOREIGN KEY (company_id, partner_id) REFERENCES partner (company_id, id)
);
CREATE INDEX partner_token_by_partner ON partner_token (company_id, partner_id);
CREATE INDEX partner_token_by_grant ON partner_token (company_id, grant_id);
