-- Companies and their communities.

CREATE TABLE company (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- Unique key of the name: lower case, trimmed.
    name_key TEXT NOT NULL DEFAULT '',
    label TEXT NOT NULL,
    -- Whether the company uses the v3 webhook. NULL if it was never set.
    v3_enabled BOOLEAN,
    dashboard_options JSONB NOT NULL,
    -- Association software, by the contract's number; 0 is none.
    software INTEGER NOT NULL DEFAULT 0,
    software_documents INTEGER NOT NULL DEFAULT 0,
    credential_name TEXT NOT NULL DEFAULT '',
    pricing_model INTEGER NOT NULL DEFAULT 0,
    chatwoot_inbox_id TEXT NOT NULL DEFAULT '',
    customizations JSONB NOT NULL DEFAULT '{}',
    -- Increases with each change to the answers that the company shares with all its communities.
    knowledge_version BIGINT NOT NULL DEFAULT 0,
    -- Price of a text segment, in millionths of a US dollar.
    segment_price_micros BIGINT NOT NULL DEFAULT 8300,
    -- Price of an MMS, in millionths of a US dollar; 0 if no rate is set.
    picture_price_micros BIGINT NOT NULL DEFAULT 0,
    -- Number of recipients whom text blasts may reach within 24 hours; 0 is no limit.
    blast_daily_limit BIGINT NOT NULL DEFAULT 0,
    -- Text segments that text blasts hand to the carrier each second; 0 is no limit of the company's own.
    blast_segments_per_second BIGINT NOT NULL DEFAULT 0,
    -- Text segments that the brand may send each day, in Pacific Time; 0 is no limit.
    brand_daily_segments BIGINT NOT NULL DEFAULT 0,
    -- Tokens of the language model that its drafts may use in a month.
    monthly_token_allowance BIGINT NOT NULL DEFAULT 2000000,
    created_ms BIGINT NOT NULL
);
CREATE UNIQUE INDEX company_by_name_key ON company (name_key);

-- Associations uploaded from the company's association software.
CREATE TABLE association_file (
    company_id TEXT NOT NULL PRIMARY KEY REFERENCES company (id),
    associations JSONB NOT NULL,
    uploaded_by TEXT NOT NULL,
    uploaded_ms BIGINT NOT NULL
);

CREATE TABLE community (
    id TEXT NOT NULL PRIMARY KEY,
    tag TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    units INTEGER NOT NULL,
    is_training BOOLEAN NOT NULL,
    -- Increases with each change to the community's answers.
    knowledge_version BIGINT NOT NULL,
    association_codes JSONB NOT NULL DEFAULT '{}',
    custom_verbiage JSONB NOT NULL DEFAULT '[]',
    persona JSONB NOT NULL DEFAULT '{}',
    escalation_email TEXT NOT NULL DEFAULT '',
    -- Set while the community is deleted and can still be restored. Its number is free meanwhile.
    archived_ms BIGINT,
    archived_reason TEXT NOT NULL DEFAULT '',
    archived_by TEXT NOT NULL DEFAULT '',
    archived_number TEXT,
    created_ms BIGINT NOT NULL
);
CREATE INDEX community_by_tag ON community (lower(tag));
CREATE INDEX community_by_archive ON community (archived_ms, id) WHERE archived_ms IS NOT NULL;

-- Users who also see the escalations of a community, and other recipients of its alerts, by email address.
CREATE TABLE secondary_escalation_contact (
    community_id TEXT NOT NULL REFERENCES community (id),
    email TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (community_id, email)
);

-- The companies that manage a community.
CREATE TABLE company_community (
    company_id TEXT NOT NULL REFERENCES company (id),
    community_id TEXT NOT NULL REFERENCES community (id),
    -- Unique key of the community's name in the company.
    name_key TEXT NOT NULL DEFAULT '',
    -- FALSE while the community is archived.
    live BOOLEAN NOT NULL DEFAULT TRUE,
    -- The company no longer manages the community.
    ended BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (company_id, community_id)
);
CREATE INDEX company_community_by_community ON company_community (community_id, company_id);
CREATE UNIQUE INDEX company_community_by_name ON company_community (company_id, name_key) WHERE live;

CREATE TABLE text_number (
    company_id TEXT NOT NULL,
    number TEXT NOT NULL UNIQUE,
    community_id TEXT NOT NULL,
    -- 1 is the test phone, 2 is Twilio, 3 is Textline.
    carrier INTEGER NOT NULL DEFAULT 1,
    -- UUID of the group at Textline that has the number. It is kept while another carrier is used.
    textline_group TEXT,
    -- Text segments that the carrier accepts from the number each second.
    segments_per_second INTEGER NOT NULL DEFAULT 10,
    PRIMARY KEY (company_id, number),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);
CREATE INDEX text_number_by_community ON text_number (company_id, community_id, number);
CREATE UNIQUE INDEX text_number_by_textline_group ON text_number (company_id, textline_group)
    WHERE textline_group IS NOT NULL;

-- Requests by managers for new communities.
CREATE TABLE community_request (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    community_name TEXT NOT NULL,
    name_key TEXT NOT NULL DEFAULT '',
    escalation_email TEXT NOT NULL,
    secondary_escalation_emails JSONB NOT NULL,
    state INTEGER NOT NULL,
    requested_by TEXT NOT NULL,
    requested_ms BIGINT NOT NULL,
    decided_by TEXT NOT NULL,
    decided_ms BIGINT,
    reason TEXT NOT NULL,
    -- The community that was created. NULL unless the request was approved.
    community_id TEXT,
    PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX community_request_by_name ON community_request (company_id, name_key) WHERE state IN (1, 2);
