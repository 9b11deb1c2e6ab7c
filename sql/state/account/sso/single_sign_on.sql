-- name: single_sign_on_drop
-- The provider of a workspace, gone with its secret.
delete from single_sign_on
where workspace_id = $workspace_id;

-- name: single_sign_on_enforce
-- The provider of a workspace, enforced from now on, or since the first time; with its break-glass owner.
update single_sign_on
set
  enforced_at = coalesce(enforced_at, $now),
  break_glass_person_id = $break_glass_person_id
where workspace_id = $workspace_id;

-- name: single_sign_on_enforced_list
-- One row per live workspace that its members reach by its provider alone.
select
  single_sign_on.workspace_id,
  single_sign_on.break_glass_person_id
from single_sign_on
inner join access_workspaces on access_workspaces.workspace_id = single_sign_on.workspace_id
where single_sign_on.enforced_at is not null
  and access_workspaces.archived_at is null;

-- name: single_sign_on_get
-- One row: the provider of a live workspace.
select
  single_sign_on.workspace_id, single_sign_on.issuer, single_sign_on.client_id, single_sign_on.client_secret,
  single_sign_on.scope, single_sign_on.groups_claim, single_sign_on.default_role, single_sign_on.rules,
  single_sign_on.updated_by, single_sign_on.updated_at, single_sign_on.used_at, single_sign_on.enforced_at,
  single_sign_on.break_glass_person_id
from single_sign_on
inner join access_workspaces on access_workspaces.workspace_id = single_sign_on.workspace_id
where single_sign_on.workspace_id = $workspace_id
  and access_workspaces.archived_at is null;

-- name: single_sign_on_list
-- One row per live workspace with a provider, the oldest setting first.
select single_sign_on.workspace_id
from single_sign_on
inner join access_workspaces on access_workspaces.workspace_id = single_sign_on.workspace_id
where access_workspaces.archived_at is null
order by single_sign_on.updated_at, single_sign_on.workspace_id;

-- name: single_sign_on_put
-- The provider of a workspace, in the place of an earlier one.
insert into single_sign_on (
  workspace_id, issuer, client_id, client_secret, scope, groups_claim, default_role, rules, updated_by, updated_at
)
values (
  $workspace_id, $issuer, $client_id, $client_secret, $scope, $groups_claim, $default_role, $rules, $updated_by, $now
)
on conflict (workspace_id) do update set
  issuer = excluded.issuer,
  client_id = excluded.client_id,
  client_secret = excluded.client_secret,
  scope = excluded.scope,
  groups_claim = excluded.groups_claim,
  default_role = excluded.default_role,
  rules = excluded.rules,
  updated_by = excluded.updated_by,
  updated_at = excluded.updated_at;

-- name: single_sign_on_relax
-- The provider of a workspace, enforced no longer.
update single_sign_on
set
  enforced_at = null,
  break_glass_person_id = null
where workspace_id = $workspace_id
  and enforced_at is not null;

-- name: single_sign_on_used
-- The provider of a workspace, in use now.
update single_sign_on
set used_at = $now
where workspace_id = $workspace_id;

-- name: sso_maker
-- One row: the app that made the workspace, if one did.
select provisioned_by
from access_workspaces
where workspace_id = $workspace_id;
