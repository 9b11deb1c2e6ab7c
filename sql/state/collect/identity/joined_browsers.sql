-- name: erasure_joined_browsers_erase
-- As which browser this one counts, and which ones count as it.
delete from joined_browsers where profile_id = $profile_id and (visitor_key = $visitor_key or joined_key = $visitor_key);

-- name: joined_browser_get
-- One row at most: as which browser this one counts.
select joined from joined_browsers where profile_id = $profile_id and visitor_key = $visitor_key;

-- name: joined_browser_put
-- One row: a browser that counts as another one.
insert into joined_browsers (profile_id, visitor_key, joined_key, joined, joined_at)
values ($profile_id, $visitor_key, $joined_key, $joined, $joined_at)
on conflict (profile_id, visitor_key) do update set joined_key = excluded.joined_key, joined = excluded.joined, joined_at = excluded.joined_at;

-- name: joined_browsers_any
-- One row when any browser of the profile counts as another one.
-- columns: is_any integer
select 1 as is_any from joined_browsers where profile_id = $profile_id limit 1;
