-- name: share_get
-- One row: where a profile's share links lead.
select url, utm
from share_destinations
where profile_id = $profile_id;

-- name: share_put
-- Where a profile's share links lead from now on.
insert into share_destinations (profile_id, url, utm, updated_at)
values ($profile_id, $url, $utm, $now)
on conflict (profile_id) do update set
  url = excluded.url,
  utm = excluded.utm,
  updated_at = excluded.updated_at;

-- name: share_remove
-- A profile's share links lead nowhere by default.
delete from share_destinations
where profile_id = $profile_id;
