-- One row per live grant of a member of the workspace, or of the one person, of which some token may still be used; oldest first.
-- params: workspace_id text?, person_id text?, now integer
select
  grants.grant_id,
  grants.client_id,
  grants.person_id,
  grants.scopes,
  grants.created_at,
  grants.last_used_at,
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
order by grants.created_at, grants.rowid
