-- name: erasure_link_tokens_erase
-- Which tokens a browser brought.
delete from link_token_browsers indexed by link_token_browsers_of_browser
where profile_id = $profile_id and visitor_key = $visitor_key;

-- name: link_token_browser_put
-- One row: a browser that brought a token, and whether it was linked by it.
insert into link_token_browsers (profile_id, token_key, visitor_key, is_refused)
values ($profile_id, $token_key, $visitor_key, $is_refused)
on conflict (profile_id, token_key, visitor_key) do update set is_refused = excluded.is_refused;

-- name: link_token_browsers_count
-- One row: how many browsers a token has linked, and whether one is among them.
-- columns: linked integer, is_linked integer
select count(*) as linked, coalesce(max(visitor_key = $visitor_key), 0) as is_linked
from link_token_browsers
where profile_id = $profile_id and token_key = $token_key and is_refused = 0;
