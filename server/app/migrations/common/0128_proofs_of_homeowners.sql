-- Who has to prove who they are before they hear of their account: the question that waits for it.
CREATE TABLE homeowner_asked (
    company_id TEXT NOT NULL REFERENCES company (id),
    conversation_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    -- The answer that tells of an account.
    answer_id TEXT NOT NULL,
    -- What they are asked for.
    way INTEGER NOT NULL,
    -- How often it was wrong.
    tries BIGINT NOT NULL,
    asked_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, conversation_id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
);

-- Codes that were mailed for accounts, sealed by a key that is not here.
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

-- Which accounts were proved to be somebody's, in their conversation.
CREATE TABLE homeowner_proved (
    company_id TEXT NOT NULL REFERENCES company (id),
    conversation_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    way INTEGER NOT NULL,
    proved_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, conversation_id, account_id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
);
