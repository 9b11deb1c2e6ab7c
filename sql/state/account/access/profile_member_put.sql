-- A person's one role on a profile.
insert into profile_members (profile_id, person_id, role, can_see_pii, created_at)
values ($profile_id, $person_id, $role, $can_see_pii, $created_at)
on conflict (profile_id, person_id) do update set role = excluded.role, can_see_pii = excluded.can_see_pii
