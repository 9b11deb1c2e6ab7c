-- A workspace that an app makes for somebody has no owner, and nobody who made it, until they accept the invitation.
alter table workspaces add column creator_id text references people (person_id); -- null: a consumer app made it
update workspaces set creator_id = created_by;
drop index workspaces_by_creator;
alter table workspaces drop column created_by;
alter table workspaces rename column creator_id to created_by;
create index workspaces_by_creator on workspaces (created_by, name);

-- What an app says of a person whom it invites.
alter table invitations add column person_name text;
alter table invitations add column profile_roles text not null default '[]'; -- with the role in the workspace: [{profileId, role, canSeePii}]
