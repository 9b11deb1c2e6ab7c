-- A person's one role in a workspace.
insert into workspace_members (workspace_id, person_id, role, created_at)
values ($workspace_id, $person_id, $role, $created_at)
on conflict (workspace_id, person_id) do update set role = excluded.role
