-- A text may be handed over again after it did not get there: of its attempts the last counts.
ALTER TABLE delivery ADD COLUMN past BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE delivery DROP CONSTRAINT delivery_company_id_message_id_key;
CREATE UNIQUE INDEX delivery_last ON delivery (company_id, message_id) WHERE NOT past;
CREATE INDEX delivery_by_message ON delivery (company_id, message_id);

-- In which conversations a word stands, and in which of its messages for the last time. Words
-- are in the order of their bytes, so that those with the same beginning stand together.
CREATE TABLE conversation_word (
    company_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    word TEXT COLLATE "C" NOT NULL,
    message_id TEXT NOT NULL,
    PRIMARY KEY (company_id, conversation_id, word),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
);
CREATE INDEX conversation_word_by_word ON conversation_word (company_id, word, conversation_id);

DO $$
DECLARE
    t TEXT;
    c TEXT;
BEGIN
    FOREACH t IN ARRAY ARRAY['conversation_note', 'conversation_word']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY tenant ON %I USING (company_id = acting_company())', t);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO parlor_server', t);
    END LOOP;

    -- The words of what was texted before. The policies hold the tables' owner too.
    PERFORM set_config('parlor.platform', 'on', true);
    FOR c IN SELECT id FROM company
    LOOP
        PERFORM set_config('parlor.company', c, true);
        INSERT INTO conversation_word (company_id, conversation_id, word, message_id)
        SELECT e.company_id, e.conversation_id, left(w.word, 40), max(e.id)
        FROM message e, regexp_split_to_table(lower(e.body), '[^[:alnum:]]+') AS w (word)
        WHERE e.company_id = c AND w.word <> ''
        GROUP BY 1, 2, 3;
    END LOOP;
    PERFORM set_config('parlor.company', '', true);
    PERFORM set_config('parlor.platform', 'off', true);
END $$;
