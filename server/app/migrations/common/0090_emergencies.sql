-- The resident tells of an emergency.
ALTER TABLE escalation ADD COLUMN urgent BOOLEAN NOT NULL DEFAULT FALSE;
