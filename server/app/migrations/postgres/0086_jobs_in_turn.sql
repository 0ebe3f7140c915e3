-- A job behind another one of its lane waits for its turn, and whoever looks for work does not
-- come across it: a lane with thousands of jobs costs no more than one with a single job. A job
-- that waits always has one ahead of it; when that is gone or dead, the next one's turn has come.
ALTER TABLE job ADD COLUMN waiting BOOLEAN NOT NULL DEFAULT FALSE;
DROP INDEX job_by_time;
CREATE INDEX job_by_turn ON job (run_at_ms, id) WHERE NOT dead AND NOT waiting;

-- Two neighbours may go at the same time: the lock waits for the one that goes first.
CREATE FUNCTION next_turn() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    next TEXT;
BEGIN
    SELECT id INTO next FROM job WHERE company_id = OLD.company_id AND lane = OLD.lane AND NOT dead
    ORDER BY id LIMIT 1 FOR NO KEY UPDATE;
    UPDATE job SET waiting = FALSE WHERE company_id = OLD.company_id AND id = next AND waiting;
    RETURN NULL;
END $$;
CREATE TRIGGER job_gone AFTER DELETE ON job FOR EACH ROW EXECUTE FUNCTION next_turn();
CREATE TRIGGER job_dead AFTER UPDATE OF dead ON job FOR EACH ROW WHEN (NEW.dead) EXECUTE FUNCTION next_turn();
