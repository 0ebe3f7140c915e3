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
