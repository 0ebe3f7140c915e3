ALTER TABLE schedule ENABLE ROW LEVEL SECURITY;
ALTER TABLE schedule FORCE ROW LEVEL SECURITY;
CREATE POLICY platform ON schedule USING (acting_platform());
GRANT SELECT, INSERT, UPDATE, DELETE ON schedule TO parlor_server;

-- Files and deleted communities had a job each; schedules see to them now. The policies hold the
-- tables' owner too.
SELECT set_config('parlor.platform', 'on', true);
DELETE FROM job WHERE kind IN ('file', 'purge');
SELECT set_config('parlor.platform', 'off', true);
