-- A job behind another one of its lane waits for its turn, and whoever looks for work does not
-- come across it: a lane with thousands of jobs costs no more than one with a single job. A job
-- that waits always has one ahead of it; when that is gone or dead, the next one's turn has come.
ALTER TABLE job ADD COLUMN waiting BOOLEAN NOT NULL DEFAULT FALSE;
DROP INDEX job_by_time;
CREATE INDEX job_by_turn ON job (run_at_ms, id) WHERE NOT dead AND NOT waiting;

CREATE TRIGGER job_gone AFTER DELETE ON job BEGIN
    UPDATE job SET waiting = FALSE WHERE waiting AND company_id = OLD.company_id AND id = (
        SELECT id FROM job WHERE company_id = OLD.company_id AND lane = OLD.lane AND NOT dead ORDER BY id LIMIT 1);
END;
CREATE TRIGGER job_dead AFTER UPDATE OF dead ON job WHEN NEW.dead BEGIN
    UPDATE job SET waiting = FALSE WHERE waiting AND company_id = OLD.company_id AND id = (
        SELECT id FROM job WHERE company_id = OLD.company_id AND lane = OLD.lane AND NOT dead ORDER BY id LIMIT 1);
END;
