-- The mail that tells the homeowner of the answer, if it was told so.
ALTER TABLE escalation ADD COLUMN mail_id TEXT;
-- In the order in which they were asked, reviewed or not: as exports have them.
CREATE INDEX escalation_by_time ON escalation (company_id, asked_ms, id);
