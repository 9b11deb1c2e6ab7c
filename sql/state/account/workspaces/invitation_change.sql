-- The invitation, with another role and other words on the person.
update invitations
set role = $role, person_name = $person_name, profile_roles = $profile_roles
where invitation_id = $invitation_id
  and accepted_at is null
  and revoked_at is null
