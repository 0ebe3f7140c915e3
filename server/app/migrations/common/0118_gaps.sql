-- What came to staff is read by time, over all communities.
CREATE INDEX escalation_by_asking ON escalation (company_id, asked_ms, id);
-- Texts of residents that the bot was not asked, such as those that came while staff had the conversation.
CREATE INDEX message_unasked ON message (company_id, created_ms, id) WHERE direction = 1 AND asked_in IS NULL;
