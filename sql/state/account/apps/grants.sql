-- name: connected_agent_get
-- One row: a grant, revoked or not, of a member of the workspace.
select grants.grant_id, grants.client_id, grants.revoked_at
from grants
inner join workspace_members on workspace_members.person_id = grants.person_id
where grants.grant_id = $grant_id
  and workspace_members.workspace_id = $workspace_id;

-- name: grant_create
-- One new grant.
insert into grants (grant_id, person_id, client_id, scopes, resource, created_at, workspace_id)
values ($grant_id, $person_id, $client_id, $scopes, $resource, $created_at, $workspace_id);

-- name: grant_get
-- One row: a grant, revoked or not.
select grant_id, person_id, client_id, scopes, resource, created_at, last_used_at, revoked_at, revoked_because
from grants
where grant_id = $grant_id;

-- name: grant_revoke
-- The grant, revoked now if it was not yet; its tokens end with it.
update grants
set
  revoked_at = $now,
  revoked_because = $because
where grant_id = $grant_id
  and revoked_at is null;

-- name: grant_used
-- The grant, in use now.
update grants
set last_used_at = $now
where grant_id = $grant_id;

-- name: granted_scopes_list
-- One row per live grant of a person to a client.
select scopes
from grants
where person_id = $person_id
  and client_id = $client_id
  and revoked_at is null;

-- name: grants_of_person
-- One row per live grant of a person.
select grant_id
from grants
where person_id = $person_id
  and revoked_at is null;

-- name: live_agents_list
-- One row per live grant of a member of the workspace, or of the one person, of which some token may still be used; oldest first.
-- params: workspace_id text?, person_id text?, now integer
select
  grants.grant_id,
  grants.client_id,
  grants.person_id,
  grants.scopes,
  grants.created_at,
  grants.last_used_at,
  grants.workspace_id,
  oauth_clients.name,
  people.email,
  people.name as person_name
from grants
inner join oauth_clients on oauth_clients.client_id = grants.client_id
inner join people on people.person_id = grants.person_id
where grants.person_id in (
  select workspace_members.person_id from workspace_members where workspace_members.workspace_id = $workspace_id
  union all
  select people.person_id from people where people.person_id = $person_id
)
  and grants.revoked_at is null
  and (
    exists (
      select 1 from refresh_tokens
      where refresh_tokens.grant_id = grants.grant_id and refresh_tokens.used_at is null and refresh_tokens.expires_at > $now
    )
    or exists (select 1 from user_tokens where user_tokens.grant_id = grants.grant_id and user_tokens.expires_at > $now)
  )
order by grants.created_at, grants.rowid;

-- name: step_up_start
-- The live grant, whose call was refused now for a scope that the person could add.
update grants
set step_up_at = $now
where grant_id = $grant_id
  and revoked_at is null;

-- name: step_up_take
-- The grant, if such a refusal was not before $since and no refresh was refused for it yet.
update grants
set step_up_at = null
where grant_id = $grant_id
  and step_up_at >= $since;
