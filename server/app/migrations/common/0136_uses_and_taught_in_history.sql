-- What comes back from the history comes back with its use count, and with what was taught told apart.
ALTER TABLE answer_version ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
ALTER TABLE answer_version ADD COLUMN taught JSONB NOT NULL DEFAULT '[]';
ALTER TABLE company_answer_version ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
ALTER TABLE company_answer_version ADD COLUMN taught JSONB NOT NULL DEFAULT '[]';
