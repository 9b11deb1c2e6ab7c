-- A person's one role on a profile; its id stays while the role changes.
insert into profile_members (profile_id, person_id, role, can_see_pii, created_at, membership_id)
values ($profile_id, $person_id, $role, $can_see_pii, $created_at, $membership_id)
on conflict (profile_id, person_id) do update set role = excluded.role, can_see_pii = excluded.can_see_pii
