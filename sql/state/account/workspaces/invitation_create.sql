-- One new invitation.
insert into invitations (
  invitation_id, workspace_id, profile_id, email, role, can_see_pii, person_name, profile_roles, lookup, hash, invited_by, created_at,
  expires_at
)
values (
  $invitation_id, $workspace_id, $profile_id, $email, $role, $can_see_pii, $person_name, $profile_roles, $lookup, $hash, $invited_by,
  $created_at, $expires_at
)
