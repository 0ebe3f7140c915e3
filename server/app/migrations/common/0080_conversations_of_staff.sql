-- Conversations that staff have -------------------------------------------------------------

-- Who has it, until when it is put aside, and how many messages no staff read.
ALTER TABLE conversation ADD COLUMN assigned_to TEXT;
ALTER TABLE conversation ADD COLUMN snoozed_until_ms BIGINT;
ALTER TABLE conversation ADD COLUMN unread INTEGER NOT NULL DEFAULT 0;

-- Each way of listing them walks an index of its own, the newest message first.
CREATE INDEX conversation_by_state ON conversation (company_id, state, last_message_ms, id);
CREATE INDEX conversation_by_community ON conversation (company_id, community_id, last_message_ms, id);
CREATE INDEX conversation_by_assignee ON conversation (company_id, assigned_to, last_message_ms, id)
    WHERE assigned_to IS NOT NULL;
CREATE INDEX conversation_by_unread ON conversation (company_id, community_id) WHERE unread > 0;

-- Until when its writer can take a reply back.
ALTER TABLE message ADD COLUMN undo_until_ms BIGINT;

-- What staff say to one another about a conversation.
CREATE TABLE conversation_note (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    body TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
);
CREATE INDEX conversation_note_by_time ON conversation_note (company_id, conversation_id, created_ms, id);
