-- name: release_add
-- A text of the tracker, under its hash.
insert into tracker_releases (release, script, created_at)
values ($release, $script, $now)
on conflict (release) do nothing;

-- name: release_get
-- One row: a text of the tracker by its hash.
select script
from tracker_releases
where release = $release;
