-- name: invitation_accept
-- The invitation, accepted now if it was open.
update invitations
set accepted_at = $now, accepted_by = $person_id
where invitation_id = $invitation_id
  and accepted_at is null
  and revoked_at is null;

-- name: invitation_by_id
-- One row: an invitation, in any state.
select
  invitation_id, workspace_id, profile_id, email, role, can_see_pii, invited_by, created_at, expires_at, accepted_at, accepted_by,
  revoked_at, person_name, profile_roles, mail_id
from invitations
where invitation_id = $invitation_id;

-- name: invitation_change
-- The invitation, with another role and other words on the person.
update invitations
set role = $role, person_name = $person_name, profile_roles = $profile_roles
where invitation_id = $invitation_id
  and accepted_at is null
  and revoked_at is null;

-- name: invitation_create
-- One new invitation.
insert into invitations (
  invitation_id, workspace_id, profile_id, email, role, can_see_pii, person_name, profile_roles, lookup, hash, invited_by, created_at,
  expires_at, mail_id
)
values (
  $invitation_id, $workspace_id, $profile_id, $email, $role, $can_see_pii, $person_name, $profile_roles, $lookup, $hash, $invited_by,
  $created_at, $expires_at, $mail_id
);

-- name: invitation_find
-- One row per invitation whose secret begins so (nearly always one), in any state.
select
  invitation_id, workspace_id, profile_id, email, role, can_see_pii, hash, invited_by, created_at, expires_at, accepted_at,
  accepted_by, revoked_at, person_name, profile_roles, mail_id
from invitations
where lookup = $lookup;

-- name: invitation_get
-- One row: an invitation to a workspace, or to one profile of it.
select
  invitation_id, workspace_id, profile_id, email, role, can_see_pii, invited_by, created_at, expires_at, accepted_at, accepted_by,
  revoked_at, person_name, profile_roles, mail_id
from invitations
where invitation_id = $invitation_id
  and workspace_id = $workspace_id
  and profile_id is $profile_id;

-- name: invitation_open
-- One row: the open invitation of an address to a workspace, or to one profile of it.
select
  invitation_id, workspace_id, profile_id, email, role, can_see_pii, invited_by, created_at, expires_at, accepted_at, accepted_by,
  revoked_at, person_name, profile_roles, mail_id
from invitations
where workspace_id = $workspace_id
  and profile_id is $profile_id
  and email = $email
  and accepted_at is null
  and revoked_at is null
  and expires_at > $now;

-- name: invitation_of_app_open
-- One row where a consumer app has an open invitation of an address to a live workspace.
select invitations.invitation_id
from invitations
inner join access_workspaces on access_workspaces.workspace_id = invitations.workspace_id
where invitations.email = $email
  and invitations.invited_by like 'app:%'
  and invitations.accepted_at is null
  and invitations.revoked_at is null
  and invitations.expires_at > $now
  and access_workspaces.archived_at is null
limit 1;

-- name: invitation_open_of_email
-- One row where an address has an open invitation to a live workspace.
select invitations.invitation_id
from invitations
inner join access_workspaces on access_workspaces.workspace_id = invitations.workspace_id
where invitations.email = $email
  and invitations.accepted_at is null
  and invitations.revoked_at is null
  and invitations.expires_at > $now
  and access_workspaces.archived_at is null
limit 1;

-- name: invitation_revoke
-- The invitation, revoked now if it was neither accepted nor revoked.
update invitations
set revoked_at = $now
where invitation_id = $invitation_id
  and accepted_at is null
  and revoked_at is null;

-- name: invitation_mails_list
-- Rows: mails of invitations of a workspace and to its profiles, or of those to one profile.
-- columns: mail_id text
select mail_id
from invitations
where mail_id is not null
  and (workspace_id = $workspace_id or profile_id = $profile_id);

-- name: invitations_list
-- One row per invitation to a workspace, or to one profile of it, newest first.
-- columns: invitation_no integer
select
  rowid as invitation_no, invitation_id, workspace_id, profile_id, email, role, can_see_pii, invited_by, created_at, expires_at,
  accepted_at, accepted_by, revoked_at, person_name, profile_roles, mail_id
from invitations
where workspace_id = $workspace_id
  and profile_id is $profile_id
  and ($before is null or rowid < $before)
order by rowid desc
limit $limit;

-- name: profile_invitations_blank
-- The invitations to a profile, without the addresses they were for.
update invitations
set email = '', mail_id = null
where profile_id = $profile_id;

-- name: workspace_invitations_blank
-- The invitations of a workspace and to its profiles, without the addresses and names they were for.
update invitations
set email = '', person_name = null, mail_id = null
where workspace_id = $workspace_id;

-- name: workspace_invitations_open
-- One row per open invitation to a workspace itself, oldest first.
select
  invitation_id, workspace_id, profile_id, email, role, can_see_pii, invited_by, created_at, expires_at, accepted_at, accepted_by,
  revoked_at, person_name, profile_roles, mail_id
from invitations
where workspace_id = $workspace_id
  and profile_id is null
  and accepted_at is null
  and revoked_at is null
  and expires_at > $now
order by rowid;
