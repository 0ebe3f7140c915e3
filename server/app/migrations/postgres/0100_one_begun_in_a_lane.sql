-- Of a lane one job is begun at a time, also where two servers claim at the very same instant. What
-- they had in hand until now waits for its lease. The policies hold the table's owner too.
SELECT set_config('parlor.platform', 'on', true);
UPDATE job SET worker = 0 WHERE worker <> 0;
SELECT set_config('parlor.platform', 'off', true);
DROP INDEX job_begun;
CREATE UNIQUE INDEX job_begun ON job (company_id, lane) WHERE worker <> 0;
