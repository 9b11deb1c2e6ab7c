-- Every bearer of an app, gone.
delete from app_tokens
where app_id = $app_id
