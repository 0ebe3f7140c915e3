-- Of a lane one job is begun at a time.
UPDATE job SET worker = 0 WHERE worker <> 0;
DROP INDEX job_begun;
CREATE UNIQUE INDEX job_begun ON job (company_id, lane) WHERE worker <> 0;
