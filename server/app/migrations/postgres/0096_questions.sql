-- What was asked before. The policies hold the tables' owner too.
DO $$
DECLARE
    c TEXT;
BEGIN
    PERFORM set_config('parlor.platform', 'on', true);
    FOR c IN SELECT id FROM company
    LOOP
        PERFORM set_config('parlor.company', c, true);
        UPDATE message SET asked_in = v.community_id FROM conversation v
        WHERE message.company_id = c AND v.company_id = c AND v.id = message.conversation_id
          AND message.direction = 1 AND message.decision IS NOT NULL;
    END LOOP;
    PERFORM set_config('parlor.company', '', true);
    PERFORM set_config('parlor.platform', 'off', true);
END $$;
