-- One row: a grant, revoked or not, of somebody who is a member of the workspace.
select grants.grant_id, grants.client_id, grants.revoked_at
from grants
inner join workspace_members on workspace_members.person_id = grants.person_id
where grants.grant_id = $grant_id
  and workspace_members.workspace_id = $workspace_id
