-- One row per open invitation to a workspace itself, oldest first.
select
  invitation_id, workspace_id, profile_id, email, role, can_see_pii, invited_by, created_at, expires_at, accepted_at, accepted_by,
  revoked_at, person_name, profile_roles
from invitations
where workspace_id = $workspace_id
  and profile_id is null
  and accepted_at is null
  and revoked_at is null
  and expires_at > $now
order by rowid
