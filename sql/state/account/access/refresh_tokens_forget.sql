-- Refresh tokens that are over: those that come now are refused as unknown.
delete from refresh_tokens
where expires_at < $now
