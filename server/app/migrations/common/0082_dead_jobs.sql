-- When a job was given up; 0 where it was not, or where that was not kept.
ALTER TABLE job ADD COLUMN died_ms BIGINT NOT NULL DEFAULT 0;
CREATE INDEX job_by_death ON job (died_ms, id) WHERE dead;
