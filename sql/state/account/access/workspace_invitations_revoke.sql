-- The invitations of a workspace, and to its profiles, that could still be accepted.
update invitations
set revoked_at = $now
where workspace_id = $workspace_id
  and accepted_at is null
  and revoked_at is null
  and expires_at > $now
