-- The invitations of a workspace and to its profiles, without the addresses and names they were for.
update invitations
set email = '', person_name = null
where workspace_id = $workspace_id
