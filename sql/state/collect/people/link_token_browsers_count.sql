-- One row: how many browsers a token has linked, and whether one is among them.
-- columns: linked integer, is_linked integer
select count(*) as linked, coalesce(max(visitor_key = $visitor_key), 0) as is_linked
from link_token_browsers
where profile_id = $profile_id and token_key = $token_key and is_refused = 0;
