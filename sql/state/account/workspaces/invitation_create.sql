-- One new invitation.
insert into invitations (
  invitation_id, workspace_id, profile_id, email, role, can_see_pii, lookup, hash, invited_by, created_at, expires_at
)
values (
  $invitation_id, $workspace_id, $profile_id, $email, $role, $can_see_pii, $lookup, $hash, $invited_by, $created_at, $expires_at
)
