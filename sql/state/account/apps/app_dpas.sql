-- name: dpa_accept
-- The agreement, accepted now; one that is in force stays as it is.
insert into app_dpas (workspace_id, app_id, accepted_at, accepted_by)
values ($workspace_id, $app_id, $now, $person_id)
on conflict (workspace_id, app_id) do update set
  accepted_at = excluded.accepted_at,
  accepted_by = excluded.accepted_by,
  withdrawn_at = null,
  withdrawn_by = null
where withdrawn_at is not null;

-- name: dpa_get
-- One row: the state of an app's agreement in a workspace.
select accepted_at, accepted_by, withdrawn_at
from app_dpas
where workspace_id = $workspace_id
  and app_id = $app_id;

-- name: dpa_withdraw
-- The agreement, withdrawn now if it was in force.
update app_dpas
set withdrawn_at = $now, withdrawn_by = $person_id
where workspace_id = $workspace_id
  and app_id = $app_id
  and withdrawn_at is null;

-- name: dpas_list
-- One row per consumer app whose agreement a workspace accepted at any time.
select app_id
from app_dpas
where workspace_id = $workspace_id;
