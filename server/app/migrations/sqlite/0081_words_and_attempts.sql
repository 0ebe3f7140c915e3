-- A text may be handed over again after it did not get there: of its attempts the last counts.
CREATE TABLE delivery_anew (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    carrier INTEGER NOT NULL,
    state INTEGER NOT NULL,
    sid TEXT,
    error_code INTEGER,
    tries INTEGER NOT NULL,
    tried_ms BIGINT NOT NULL,
    asked INTEGER NOT NULL,
    -- Another attempt came after it.
    past BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, sid),
    FOREIGN KEY (company_id, message_id) REFERENCES message (company_id, id)
);
INSERT INTO delivery_anew (company_id, id, message_id, carrier, state, sid, error_code, tries, tried_ms, asked)
SELECT company_id, id, message_id, carrier, state, sid, error_code, tries, tried_ms, asked FROM delivery;
DROP TABLE delivery;
ALTER TABLE delivery_anew RENAME TO delivery;
CREATE UNIQUE INDEX delivery_last ON delivery (company_id, message_id) WHERE NOT past;
CREATE INDEX delivery_by_message ON delivery (company_id, message_id);

-- In which conversations a word stands, and in which of its messages for the last time.
CREATE TABLE conversation_word (
    company_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    word TEXT NOT NULL,
    message_id TEXT NOT NULL,
    PRIMARY KEY (company_id, conversation_id, word),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
) WITHOUT ROWID;
CREATE INDEX conversation_word_by_word ON conversation_word (company_id, word, conversation_id);

-- The words of what was texted before.
CREATE VIRTUAL TABLE cutter USING fts5 (body, tokenize = 'unicode61 remove_diacritics 0');
INSERT INTO cutter (rowid, body) SELECT rowid, body FROM message;
CREATE VIRTUAL TABLE cut USING fts5vocab (cutter, instance);
INSERT INTO conversation_word (company_id, conversation_id, word, message_id)
SELECT e.company_id, e.conversation_id, substr(cut.term, 1, 40), max(e.id)
FROM cut JOIN message e ON e.rowid = cut.doc GROUP BY 1, 2, 3;
DROP TABLE cut;
DROP TABLE cutter;
