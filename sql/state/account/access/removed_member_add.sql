-- A person who was taken out of a workspace.
insert or replace into removed_members (place_id, member_id, person_id, removed_at)
values ($place_id, $person_id, $person_id, $now)
