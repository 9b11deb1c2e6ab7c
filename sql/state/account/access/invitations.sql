-- name: profile_invitations_revoke
-- The invitations to a profile that could still be accepted.
update invitations
set revoked_at = $now
where profile_id = $profile_id
  and accepted_at is null
  and revoked_at is null
  and expires_at > $now;

-- name: workspace_invitations_revoke
-- The invitations of a workspace, and to its profiles, that could still be accepted.
update invitations
set revoked_at = $now
where workspace_id = $workspace_id
  and accepted_at is null
  and revoked_at is null
  and expires_at > $now;
