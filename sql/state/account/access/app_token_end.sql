-- The bearer of an app, gone.
delete from app_tokens
where token_id = $token_id
