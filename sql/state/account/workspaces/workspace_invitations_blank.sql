-- The invitations of a workspace and to its profiles, without the addresses they were for.
update invitations
set email = ''
where workspace_id = $workspace_id
