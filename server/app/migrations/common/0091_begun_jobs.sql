-- A job that was begun keeps its lane to itself, also before one that was written earlier and
-- committed later.
CREATE INDEX job_begun ON job (company_id, lane) WHERE worker <> 0;
