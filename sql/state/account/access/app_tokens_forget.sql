-- Bearers of apps that are over.
delete from app_tokens
where expires_at < $now
