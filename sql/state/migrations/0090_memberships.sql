-- Each role on a profile has an id of its own, by which it is changed and removed.
alter table profile_members add column membership_id text;
update profile_members
set membership_id = lower(
  hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2)
  || '-' || hex(randomblob(6))
);
create unique index profile_members_by_id on profile_members (membership_id);
