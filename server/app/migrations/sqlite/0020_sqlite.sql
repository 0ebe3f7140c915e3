-- What SQLite needs of its own: the word index, and triggers for what PostgreSQL ensures by grants.

-- The last message of a conversation that contains a word. The message refers to the conversation, so the words need
-- not.
CREATE TABLE conversation_word (
    company_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    word TEXT NOT NULL,
    message_id TEXT NOT NULL,
    PRIMARY KEY (company_id, conversation_id, word)
) WITHOUT ROWID;
CREATE INDEX conversation_word_by_word ON conversation_word (company_id, word, conversation_id);

-- The words by which a service request is found.
CREATE TABLE service_request_word (
    company_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (company_id, request_id, word),
    FOREIGN KEY (company_id, request_id) REFERENCES service_request (company_id, id)
) WITHOUT ROWID;
CREATE INDEX service_request_word_by_word ON service_request_word (company_id, word, request_id);

CREATE TABLE email_thread_word (
    company_id TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (company_id, thread_id, word),
    FOREIGN KEY (company_id, thread_id) REFERENCES email_thread (company_id, id)
) WITHOUT ROWID;
CREATE INDEX email_thread_word_by_word ON email_thread_word (company_id, word, thread_id);

CREATE TABLE web_chat_word (
    company_id TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    word TEXT NOT NULL,
    -- Position of the first message that has the word; 0 if the visitor's name, address or account has it.
    position INTEGER NOT NULL,
    PRIMARY KEY (company_id, chat_id, word),
    FOREIGN KEY (company_id, chat_id) REFERENCES web_chat (company_id, id)
) WITHOUT ROWID;
CREATE INDEX web_chat_word_by_word ON web_chat_word (company_id, word, chat_id);

-- The words by which a homeowner account is found in all communities of a company.
CREATE TABLE homeowner_word (
    company_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (company_id, account_id, word),
    FOREIGN KEY (company_id, account_id) REFERENCES homeowner_account (company_id, id)
) WITHOUT ROWID;
CREATE INDEX homeowner_word_by_word ON homeowner_word (company_id, community_id, word, account_id);

-- When the first job of a queue key is gone or dead, the next one no longer waits.
CREATE TRIGGER job_deleted AFTER DELETE ON job BEGIN
    UPDATE job SET waiting = FALSE WHERE waiting AND company_id = OLD.company_id AND id = (
        SELECT id FROM job WHERE company_id = OLD.company_id AND queue_key = OLD.queue_key AND NOT dead
        ORDER BY id LIMIT 1);
END;
CREATE TRIGGER job_died AFTER UPDATE OF dead ON job WHEN NEW.dead BEGIN
    UPDATE job SET waiting = FALSE WHERE waiting AND company_id = OLD.company_id AND id = (
        SELECT id FROM job WHERE company_id = OLD.company_id AND queue_key = OLD.queue_key AND NOT dead
        ORDER BY id LIMIT 1);
END;

-- Rows of these tables are only added.
CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
BEGIN
    SELECT RAISE(ABORT, 'events are not changed');
END;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit trail is not changed');
END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit trail is not deleted');
END;
CREATE TRIGGER consent_entry_is_not_changed BEFORE UPDATE ON consent_entry
BEGIN
    SELECT RAISE(ABORT, 'the history of consent is not changed');
END;
CREATE TRIGGER consent_entry_is_not_deleted BEFORE DELETE ON consent_entry
BEGIN
    SELECT RAISE(ABORT, 'the history of consent is not deleted');
END;
CREATE TRIGGER catalog_version_is_not_changed BEFORE UPDATE ON catalog_version
BEGIN
    SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE TRIGGER catalog_version_is_not_deleted BEFORE DELETE ON catalog_version
BEGIN
    SELECT RAISE(ABORT, 'a published version is not deleted');
END;

-- A change to what an hour counts has the hour counted again.
CREATE TRIGGER report_message_changed AFTER UPDATE OF status ON message BEGIN
    DELETE FROM report_coverage WHERE company_id = NEW.company_id
        AND hour_ms = NEW.created_ms - NEW.created_ms % 3600000;
END;
CREATE TRIGGER report_message_deleted AFTER DELETE ON message BEGIN
    DELETE FROM report_coverage WHERE company_id = OLD.company_id
        AND hour_ms = OLD.created_ms - OLD.created_ms % 3600000;
END;
-- Emails and messages of web chats get the current time when they are sent, and do not change after that.
CREATE TRIGGER report_email_deleted AFTER DELETE ON email_message WHEN OLD.status IN (1, 4) BEGIN
    DELETE FROM report_coverage WHERE company_id = OLD.company_id
        AND hour_ms = OLD.at_ms - OLD.at_ms % 3600000;
END;
CREATE TRIGGER report_web_chat_message_deleted AFTER DELETE ON web_chat_message BEGIN
    DELETE FROM report_coverage WHERE company_id = OLD.company_id
        AND hour_ms = OLD.at_ms - OLD.at_ms % 3600000;
END;
CREATE TRIGGER report_escalation_changed AFTER UPDATE OF state, reviewed_ms, bot_trained ON escalation BEGIN
    DELETE FROM report_coverage WHERE company_id = NEW.company_id
        AND hour_ms IN (NEW.asked_ms - NEW.asked_ms % 3600000, NEW.reviewed_ms - NEW.reviewed_ms % 3600000,
            OLD.reviewed_ms - OLD.reviewed_ms % 3600000);
END;
-- Times of escalations depend on the business hours of the company.
CREATE TRIGGER report_business_hours_changed AFTER UPDATE OF customizations ON company
WHEN NEW.customizations->'business_hours' IS NOT OLD.customizations->'business_hours' BEGIN
    DELETE FROM report_coverage WHERE company_id = NEW.id;
END;
