-- Internal notes of staff on a conversation, an email thread or a web chat. They belong to operations, and follow the
-- tables that they refer to.
CREATE TABLE note (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    -- One of the three is set.
    conversation_id TEXT,
    email_thread_id TEXT,
    web_chat_id TEXT,
    staff_id TEXT NOT NULL,
    body TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id),
    FOREIGN KEY (company_id, email_thread_id) REFERENCES email_thread (company_id, id),
    FOREIGN KEY (company_id, web_chat_id) REFERENCES web_chat (company_id, id)
);
CREATE INDEX note_by_conversation ON note (company_id, conversation_id, created_ms, id);
CREATE INDEX note_by_email_thread ON note (company_id, email_thread_id, created_ms, id);
CREATE INDEX note_by_web_chat ON note (company_id, web_chat_id, created_ms, id);
