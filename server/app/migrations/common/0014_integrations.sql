-- Connections to systems of other vendors.

-- A company's inbox at Chatwoot, to which its texts are mirrored. Its token and the secret of its webhooks are secrets of
-- the company.
CREATE TABLE chatwoot_connection (
    company_id TEXT NOT NULL PRIMARY KEY REFERENCES company (id),
    base_url TEXT NOT NULL,
    account_id TEXT NOT NULL,
    -- Texts from then on are mirrored. What is known of another server or account has another time.
    since_ms BIGINT NOT NULL,
    -- The user in whose name agents reply who are no users.
    connected_by TEXT NOT NULL,
    -- Why the last text was not mirrored. Empty if there is no problem.
    problem TEXT NOT NULL DEFAULT '',
    mirrored_ms BIGINT
);

-- Conversations that Chatwoot has.
CREATE TABLE chatwoot_conversation (
    company_id TEXT NOT NULL,
    since_ms BIGINT NOT NULL,
    inbox_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    -- The number of the conversation at Chatwoot.
    chatwoot_id BIGINT NOT NULL,
    PRIMARY KEY (company_id, since_ms, inbox_id, conversation_id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
);
CREATE UNIQUE INDEX chatwoot_conversation_by_number ON chatwoot_conversation (company_id, since_ms, chatwoot_id);
CREATE INDEX chatwoot_conversation_by_conversation ON chatwoot_conversation (company_id, conversation_id);

-- Texts that Chatwoot has or is being given. Written before Chatwoot is called.
CREATE TABLE chatwoot_message (
    company_id TEXT NOT NULL,
    since_ms BIGINT NOT NULL,
    message_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    -- 1 being mirrored, 2 mirrored, 3 left out.
    state INTEGER NOT NULL,
    -- ID of the message at Chatwoot. NULL until it is known.
    chatwoot_id BIGINT,
    tries INTEGER NOT NULL,
    PRIMARY KEY (company_id, since_ms, message_id),
    FOREIGN KEY (company_id, message_id) REFERENCES message (company_id, id)
);
CREATE UNIQUE INDEX chatwoot_message_by_number ON chatwoot_message (company_id, since_ms, chatwoot_id)
    WHERE chatwoot_id IS NOT NULL;
CREATE INDEX chatwoot_message_by_message ON chatwoot_message (company_id, message_id);
CREATE INDEX chatwoot_message_by_conversation ON chatwoot_message (company_id, conversation_id, since_ms, chatwoot_id);

-- Webhooks of Chatwoot that were processed, by their delivery and by their signature.
CREATE TABLE chatwoot_delivery (
    company_id TEXT NOT NULL,
    key TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, key)
);
CREATE INDEX chatwoot_delivery_by_age ON chatwoot_delivery (at_ms);

-- A company's connection to its association software. The secret of its credential is a secret of the company.
CREATE TABLE software_connection (
    company_id TEXT NOT NULL PRIMARY KEY REFERENCES company (id),
    -- The contract's number of the software. Without effect while the company has other software.
    software INTEGER NOT NULL,
    -- Code of the company at Vantaca, or ID of the management company at CINC. Empty for Buildium.
    account TEXT NOT NULL,
    -- Client ID of the API key at Buildium, or login of the API user at Vantaca. Empty for CINC.
    login TEXT NOT NULL,
    connected_ms BIGINT NOT NULL,
    -- ID of the renewal of CINC's access token that a server has reserved. NULL if none has.
    renewal_id TEXT,
    -- Whether a sync has succeeded with this credential. Only then is the company synced at night.
    is_synced BOOLEAN NOT NULL DEFAULT FALSE,
    -- When the last sync began. NULL before the first one.
    sync_started_ms BIGINT,
    -- When the last sync ended. NULL while it is running.
    sync_ended_ms BIGINT,
    -- Why the communities could not be synced. Empty if there is no problem.
    problem TEXT NOT NULL DEFAULT ''
);
CREATE INDEX software_connection_by_sync ON software_connection (sync_started_ms) WHERE is_synced;

-- The authorization that an administrator has started at CINC. The PKCE verifier is a secret of the company.
CREATE TABLE software_authorization (
    company_id TEXT NOT NULL PRIMARY KEY REFERENCES company (id),
    -- The administrator, who alone can complete it.
    user_id TEXT NOT NULL,
    -- SHA-256 of the state, in hexadecimal digits.
    state_hash TEXT NOT NULL,
    -- ID of the management company at CINC.
    management_id TEXT NOT NULL,
    expires_ms BIGINT NOT NULL
);

-- The communities whose accounts the last sync covers.
CREATE TABLE community_sync (
    company_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    -- 1 pending, 2 synced, 3 failed.
    state INTEGER NOT NULL,
    -- Number of attempts that failed and are to be repeated.
    tries INTEGER NOT NULL DEFAULT 0,
    -- Numbers of accounts.
    added INTEGER NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL DEFAULT 0,
    removed INTEGER NOT NULL DEFAULT 0,
    unchanged INTEGER NOT NULL DEFAULT 0,
    rejected INTEGER NOT NULL DEFAULT 0,
    -- The first rejected accounts, with their numbers and the reasons.
    rejections JSONB NOT NULL DEFAULT '[]',
    -- Why no accounts were synced. Empty if there is no problem.
    problem TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (company_id, community_id),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);

-- Service requests that were sent to the company's association software. Written before the software is called.
CREATE TABLE software_request (
    company_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    -- The contract's number of the software.
    software INTEGER NOT NULL,
    -- Whether it asks for a change that needs approval, which is another kind of record in some software.
    is_architectural BOOLEAN NOT NULL,
    -- Code of the association in the software.
    code TEXT NOT NULL,
    -- Number of the homeowner account in the software.
    account TEXT NOT NULL,
    -- 1 sending, 2 unconfirmed, 3 sent, 4 failed.
    state INTEGER NOT NULL,
    -- Number in the software. Empty until it is known.
    number TEXT NOT NULL,
    -- Status in the software's own words. Empty until it is known.
    status TEXT NOT NULL,
    -- Whether the software has closed it.
    is_closed BOOLEAN NOT NULL,
    -- Whether the software, which had it, no longer lists it.
    is_unlisted BOOLEAN NOT NULL,
    -- Why it was not sent, or its status could not be read. Empty if there is no problem.
    problem TEXT NOT NULL,
    -- Number of attempts, or lookups, that failed in a row.
    tries INTEGER NOT NULL,
    -- Name of the user who sent it.
    sent_by TEXT NOT NULL,
    sent_ms BIGINT NOT NULL,
    -- When it was last looked up. NULL before that.
    checked_ms BIGINT,
    PRIMARY KEY (company_id, request_id),
    FOREIGN KEY (company_id, request_id) REFERENCES service_request (company_id, id)
);
-- What a sync reads.
CREATE INDEX software_request_open ON software_request (company_id, software, checked_ms, request_id)
    WHERE state = 2 OR (state = 3 AND NOT is_closed AND NOT is_unlisted);
