-- Those of the samples that residents texted and staff taught the bot with.
ALTER TABLE answer ADD COLUMN taught JSONB NOT NULL DEFAULT '[]';
ALTER TABLE company_answer ADD COLUMN taught JSONB NOT NULL DEFAULT '[]';
