-- One row per invitation to a workspace, or to one profile of it, newest first.
-- columns: invitation_no integer
select
  rowid as invitation_no, invitation_id, workspace_id, profile_id, email, role, can_see_pii, invited_by, created_at, expires_at,
  accepted_at, accepted_by, revoked_at, person_name, profile_roles
from invitations
where workspace_id = $workspace_id
  and profile_id is $profile_id
  and ($before is null or rowid < $before)
order by rowid desc
limit $limit
