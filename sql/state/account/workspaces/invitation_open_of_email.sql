-- One row where an address has an open invitation to a live workspace.
select invitations.invitation_id
from invitations
inner join access_workspaces on access_workspaces.workspace_id = invitations.workspace_id
where invitations.email = $email
  and invitations.accepted_at is null
  and invitations.revoked_at is null
  and invitations.expires_at > $now
  and access_workspaces.archived_at is null
limit 1
