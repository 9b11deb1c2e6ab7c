-- One row: a browser that brought a token, and whether it was linked by it.
insert into link_token_browsers (profile_id, token_key, visitor_key, is_refused)
values ($profile_id, $token_key, $visitor_key, $is_refused)
on conflict (profile_id, token_key, visitor_key) do update set is_refused = excluded.is_refused;
