-- User tokens that are over.
delete from user_tokens
where expires_at < $now
