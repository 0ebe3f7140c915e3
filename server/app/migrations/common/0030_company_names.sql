-- A company's name in lower case, spaces folded: by which companies are found, in order and
-- no two the same.
ALTER TABLE company ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
