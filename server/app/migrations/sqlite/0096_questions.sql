-- What was asked before.
UPDATE message SET asked_in = (
    SELECT v.community_id FROM conversation v
    WHERE v.company_id = message.company_id AND v.id = message.conversation_id)
WHERE direction = 1 AND decision IS NOT NULL;
