-- Questions about which a resident was asked back, until they say which one they mean.
CREATE TABLE asked_back (
    company_id TEXT NOT NULL REFERENCES company (id),
    conversation_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    -- The entries of which they can pick, in the order in which they were asked.
    choices JSONB NOT NULL,
    asked_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, conversation_id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
);

-- How often residents said that by these words they mean an entry.
CREATE TABLE picked_wording (
    company_id TEXT NOT NULL REFERENCES company (id),
    community_id TEXT NOT NULL,
    answer_id TEXT NOT NULL,
    words TEXT NOT NULL,
    times BIGINT NOT NULL,
    picked_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, community_id, answer_id, words)
);
