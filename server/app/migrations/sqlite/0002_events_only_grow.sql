-- What PostgreSQL keeps by grants.
CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
BEGIN
    SELECT RAISE(ABORT, 'events are not changed');
END;
