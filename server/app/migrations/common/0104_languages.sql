-- The language of the question as a tag (BCP 47); empty for English or one that nobody knows.
ALTER TABLE escalation ADD COLUMN language TEXT NOT NULL DEFAULT '';
