-- The invitation, accepted now if it was open.
update invitations
set accepted_at = $now, accepted_by = $person_id
where invitation_id = $invitation_id
  and accepted_at is null
  and revoked_at is null
