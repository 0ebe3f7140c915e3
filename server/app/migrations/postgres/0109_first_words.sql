-- Those whom the bot has texted before. The policies hold the tables' owner too.
DO $$
DECLARE
    c TEXT;
BEGIN
    PERFORM set_config('parlor.platform', 'on', true);
    FOR c IN SELECT id FROM company
    LOOP
        PERFORM set_config('parlor.company', c, true);
        UPDATE conversation SET greeted_ms = last_message_ms WHERE company_id = c AND EXISTS (
            SELECT 1 FROM message m
            WHERE m.company_id = c AND m.conversation_id = conversation.id AND m.direction = 2 AND m.author = 2);
    END LOOP;
    PERFORM set_config('parlor.company', '', true);
    PERFORM set_config('parlor.platform', 'off', true);
END $$;
