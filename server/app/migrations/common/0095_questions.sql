-- In which community the bot was asked a text; nothing on what is no question to it.
ALTER TABLE message ADD COLUMN asked_in TEXT;
CREATE INDEX message_by_question ON message (company_id, asked_in, created_ms, id) WHERE asked_in IS NOT NULL;
