-- One row per invitation whose secret begins so (nearly always one), in whatever state.
select
  invitation_id, workspace_id, profile_id, email, role, can_see_pii, hash, invited_by, created_at, expires_at, accepted_at,
  accepted_by, revoked_at, person_name, profile_roles
from invitations
where lookup = $lookup
