-- Web chats: the settings of communities' chats, the chats of visitors, and their messages.

CREATE TABLE web_chat_site (
    company_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    -- Public; 128 random bits.
    key TEXT NOT NULL,
    is_enabled BOOLEAN NOT NULL,
    title TEXT NOT NULL,
    greeting TEXT NOT NULL,
    -- Such as '#1f5f4a'.
    color TEXT NOT NULL,
    is_on_left BOOLEAN NOT NULL,
    is_office_hours_only BOOLEAN NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (company_id, community_id),
    UNIQUE (key),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);

-- Origins of the websites that may show a chat.
CREATE TABLE web_chat_origin (
    company_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    origin TEXT NOT NULL,
    PRIMARY KEY (company_id, community_id, origin),
    FOREIGN KEY (company_id, community_id) REFERENCES web_chat_site (company_id, community_id)
);

CREATE TABLE web_chat (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    -- Digest of the visitor's token.
    token_hash TEXT NOT NULL,
    -- Name and email address that the visitor gave, and the page on which it began; may be empty. Not verified.
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    page TEXT NOT NULL,
    snippet TEXT NOT NULL,
    message_count INTEGER NOT NULL,
    -- Position of the message that was stored last.
    last_position INTEGER NOT NULL,
    -- A message of the bot carried the community's waiver.
    is_greeted BOOLEAN NOT NULL DEFAULT FALSE,
    -- It began outside of office hours.
    is_after_hours BOOLEAN NOT NULL,
    -- Staff began it to try the chat.
    is_test BOOLEAN NOT NULL,
    started_ms BIGINT NOT NULL,
    last_message_ms BIGINT NOT NULL,
    -- When the visitor's browser last received messages. NULL before the first time.
    seen_ms BIGINT,
    -- When the visitor's token expires.
    expires_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, community_id, token_hash),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);
CREATE INDEX web_chat_by_time ON web_chat (company_id, last_message_ms, id);
CREATE INDEX web_chat_by_community ON web_chat (company_id, community_id, last_message_ms, id);

CREATE TABLE web_chat_message (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    -- Number in the chat, in the order in which messages were committed.
    position INTEGER NOT NULL,
    author INTEGER NOT NULL,
    staff_id TEXT,
    body TEXT NOT NULL,
    bot_note TEXT NOT NULL DEFAULT '',
    -- Questions from which the visitor can choose, with the IDs of their answers.
    choices JSONB NOT NULL,
    -- When the visitor sees it: an answer of staff is held for some seconds.
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, chat_id, position),
    FOREIGN KEY (company_id, chat_id) REFERENCES web_chat (company_id, id)
);
CREATE INDEX web_chat_message_by_time ON web_chat_message (company_id, chat_id, at_ms, id);
