-- What PostgreSQL needs of its own: the word index, and the turn of jobs.

-- The last message of a conversation that contains a word. The message refers to the conversation, so the words need
-- not. Words are sorted by their bytes, so that words with a common beginning are adjacent.
CREATE TABLE conversation_word (
    company_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    word TEXT COLLATE "C" NOT NULL,
    message_id TEXT NOT NULL,
    PRIMARY KEY (company_id, conversation_id, word)
);
CREATE INDEX conversation_word_by_word ON conversation_word (company_id, word, conversation_id);

-- The words by which a service request is found.
CREATE TABLE service_request_word (
    company_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    word TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (company_id, request_id, word),
    FOREIGN KEY (company_id, request_id) REFERENCES service_request (company_id, id)
);
CREATE INDEX service_request_word_by_word ON service_request_word (company_id, word, request_id);

CREATE TABLE email_thread_word (
    company_id TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    word TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (company_id, thread_id, word),
    FOREIGN KEY (company_id, thread_id) REFERENCES email_thread (company_id, id)
);
CREATE INDEX email_thread_word_by_word ON email_thread_word (company_id, word, thread_id);

CREATE TABLE web_chat_word (
    company_id TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    word TEXT COLLATE "C" NOT NULL,
    -- Position of the first message that has the word; 0 if the visitor's name, address or account has it.
    position INTEGER NOT NULL,
    PRIMARY KEY (company_id, chat_id, word),
    FOREIGN KEY (company_id, chat_id) REFERENCES web_chat (company_id, id)
);
CREATE INDEX web_chat_word_by_word ON web_chat_word (company_id, word, chat_id);

-- The words by which a homeowner account is found in all communities of a company.
CREATE TABLE homeowner_word (
    company_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    word TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (company_id, account_id, word),
    FOREIGN KEY (company_id, account_id) REFERENCES homeowner_account (company_id, id)
);
CREATE INDEX homeowner_word_by_word ON homeowner_word (company_id, community_id, word, account_id);

-- When the first job of a queue key is gone or dead, the next one no longer waits. Two of them may go
-- concurrently: the lock makes the second transaction wait for the first.
CREATE FUNCTION next_job() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    next TEXT;
BEGIN
    SELECT id INTO next FROM job WHERE company_id = OLD.company_id AND queue_key = OLD.queue_key AND NOT dead
    ORDER BY id LIMIT 1 FOR NO KEY UPDATE;
    UPDATE job SET waiting = FALSE WHERE company_id = OLD.company_id AND id = next AND waiting;
    RETURN NULL;
END $$;
CREATE TRIGGER job_deleted AFTER DELETE ON job FOR EACH ROW EXECUTE FUNCTION next_job();
CREATE TRIGGER job_died AFTER UPDATE OF dead ON job FOR EACH ROW WHEN (NEW.dead) EXECUTE FUNCTION next_job();

-- A change to what an hour counts has the hour counted again. Messages change by the hundred, so the triggers run once
-- for each statement.
CREATE FUNCTION report_messages_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM report_coverage r USING (
        SELECT DISTINCT b.company_id, b.created_ms - b.created_ms % 3600000 AS hour_ms
        FROM before b JOIN after a ON a.company_id = b.company_id AND a.id = b.id AND a.status <> b.status) changed
    WHERE r.company_id = changed.company_id AND r.hour_ms = changed.hour_ms;
    RETURN NULL;
END $$;
CREATE TRIGGER report_messages_changed AFTER UPDATE ON message
    REFERENCING OLD TABLE AS before NEW TABLE AS after
    FOR EACH STATEMENT EXECUTE FUNCTION report_messages_changed();
CREATE FUNCTION report_messages_deleted() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM report_coverage r USING (
        SELECT DISTINCT company_id, created_ms - created_ms % 3600000 AS hour_ms FROM before) deleted
    WHERE r.company_id = deleted.company_id AND r.hour_ms = deleted.hour_ms;
    RETURN NULL;
END $$;
CREATE TRIGGER report_messages_deleted AFTER DELETE ON message
    REFERENCING OLD TABLE AS before
    FOR EACH STATEMENT EXECUTE FUNCTION report_messages_deleted();
-- Emails and messages of web chats get the current time when they are sent, and do not change after that.
CREATE FUNCTION report_emails_deleted() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM report_coverage r USING (
        SELECT DISTINCT company_id, at_ms - at_ms % 3600000 AS hour_ms FROM before WHERE status IN (1, 4)) deleted
    WHERE r.company_id = deleted.company_id AND r.hour_ms = deleted.hour_ms;
    RETURN NULL;
END $$;
CREATE TRIGGER report_emails_deleted AFTER DELETE ON email_message
    REFERENCING OLD TABLE AS before
    FOR EACH STATEMENT EXECUTE FUNCTION report_emails_deleted();
CREATE FUNCTION report_web_chat_messages_deleted() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM report_coverage r USING (
        SELECT DISTINCT company_id, at_ms - at_ms % 3600000 AS hour_ms FROM before) deleted
    WHERE r.company_id = deleted.company_id AND r.hour_ms = deleted.hour_ms;
    RETURN NULL;
END $$;
CREATE TRIGGER report_web_chat_messages_deleted AFTER DELETE ON web_chat_message
    REFERENCING OLD TABLE AS before
    FOR EACH STATEMENT EXECUTE FUNCTION report_web_chat_messages_deleted();
CREATE FUNCTION report_escalation_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM report_coverage WHERE company_id = NEW.company_id
        AND hour_ms IN (NEW.asked_ms - NEW.asked_ms % 3600000, NEW.reviewed_ms - NEW.reviewed_ms % 3600000,
            OLD.reviewed_ms - OLD.reviewed_ms % 3600000);
    RETURN NULL;
END $$;
CREATE TRIGGER report_escalation_changed AFTER UPDATE OF state, reviewed_ms, bot_trained ON escalation
    FOR EACH ROW EXECUTE FUNCTION report_escalation_changed();
-- Spans of time whose messages are counted. There are few of them: of as many as the planner expects of a JSON array,
-- it would read all messages of the company instead of searching for those of each span.
CREATE FUNCTION report_spans(spans JSONB) RETURNS TABLE (since_ms BIGINT, until_ms BIGINT)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 1 AS $$
BEGIN
    RETURN QUERY SELECT (value->>0)::BIGINT, (value->>1)::BIGINT FROM jsonb_array_elements(spans);
END $$;
-- Times of escalations depend on the business hours of the company.
CREATE FUNCTION report_business_hours_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM report_coverage WHERE company_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER report_business_hours_changed AFTER UPDATE OF customizations ON company
    FOR EACH ROW WHEN (NEW.customizations->'business_hours' IS DISTINCT FROM OLD.customizations->'business_hours')
    EXECUTE FUNCTION report_business_hours_changed();

-- Renews the planner's statistics about recipients. PostgreSQL does it by itself only a minute after many rows were
-- written; until then, it would read a whole blast to find a few of its recipients.
CREATE FUNCTION analyze_blast_recipients() RETURNS VOID
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    ANALYZE blast_recipient;
END $$;
REVOKE ALL ON FUNCTION analyze_blast_recipients FROM PUBLIC;

-- The same about homeowners, after a large import: until then, it would expect almost none, and compare each phone
-- of an audience with all accounts.
CREATE FUNCTION analyze_homeowners() RETURNS VOID
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    ANALYZE (SKIP_LOCKED) homeowner_account, homeowner_phone, homeowner_word;
END $$;
REVOKE ALL ON FUNCTION analyze_homeowners FROM PUBLIC;
