-- The invitation, revoked now if it was neither accepted nor revoked.
update invitations
set revoked_at = $now
where invitation_id = $invitation_id
  and accepted_at is null
  and revoked_at is null
