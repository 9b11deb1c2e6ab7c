-- name: snapshot_add
-- One new snapshot.
insert into snapshots (
  snapshot_id, workspace_id, profile_id, lookup, hash, page, title, question, version, headline, audience, created_by, created_at, expires_at,
  contents
)
values (
  $snapshot_id, $workspace_id, $profile_id, $lookup, $hash, $page, $title, $question, $version, $headline, $audience, $created_by, $now,
  $expires_at, $contents
);

-- name: snapshot_end
-- Takes the figures from a snapshot that has reached its end.
update snapshots
set contents = null
where snapshot_id = $snapshot_id and (revoked_at is not null or expires_at <= $now);

-- name: snapshot_find
-- One row per snapshot whose secret begins so (nearly always one).
select
  snapshot_id, workspace_id, profile_id, hash, page, title, question, version, audience, created_by, created_at, expires_at, revoked_at,
  contents
from snapshots
where lookup = $lookup;

-- name: snapshot_get
-- One row: a snapshot of a workspace.
select
  snapshot_id, profile_id, page, title, question, version, headline, audience, created_by, created_at, expires_at, revoked_at
from snapshots
where snapshot_id = $snapshot_id and workspace_id = $workspace_id;

-- name: snapshot_revoke
-- A snapshot that is open ends now, with its figures.
update snapshots
set revoked_at = $now, contents = null
where snapshot_id = $snapshot_id and revoked_at is null and expires_at > $now;

-- name: snapshots_count
-- One row: how many snapshots of a workspace are open.
-- columns: snapshots integer
select count(*) as snapshots
from snapshots
where workspace_id = $workspace_id and revoked_at is null and expires_at > $now;

-- name: snapshots_forget
-- Snapshots of a workspace that ended long ago.
delete from snapshots
where workspace_id = $workspace_id and min(expires_at, coalesce(revoked_at, expires_at)) < $before;

-- name: snapshots_list
-- One row per snapshot of a workspace that is open or ended not long ago, newest first.
select
  snapshot_id, profile_id, page, title, question, version, headline, audience, created_by, created_at, expires_at, revoked_at
from snapshots
where workspace_id = $workspace_id and min(expires_at, coalesce(revoked_at, expires_at)) >= $since
order by created_at desc, snapshot_id;
