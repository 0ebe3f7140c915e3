-- Those whom the bot has texted before.
UPDATE conversation SET greeted_ms = last_message_ms WHERE EXISTS (
    SELECT 1 FROM message m
    WHERE m.company_id = conversation.company_id AND m.conversation_id = conversation.id
      AND m.direction = 2 AND m.author = 2);
