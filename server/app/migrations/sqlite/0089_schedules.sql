-- Files and deleted communities had a job each; schedules see to them now.
DELETE FROM job WHERE kind IN ('file', 'purge');
