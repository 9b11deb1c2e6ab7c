-- The invitations to a profile, without the addresses they were for.
update invitations
set email = ''
where profile_id = $profile_id
