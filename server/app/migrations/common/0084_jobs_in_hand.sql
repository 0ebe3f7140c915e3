-- Which server has a job in hand, so that it is given back as soon as that server is gone; 0 when none
-- has, or one that cannot be asked about.
ALTER TABLE job ADD COLUMN worker INTEGER NOT NULL DEFAULT 0;
CREATE INDEX job_in_hand ON job (worker) WHERE worker <> 0;
