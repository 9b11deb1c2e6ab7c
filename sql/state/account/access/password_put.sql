-- A person's one password.
insert into passwords (person_id, hash, changed_at)
values ($person_id, $hash, $changed_at)
on conflict (person_id) do update set hash = excluded.hash, changed_at = excluded.changed_at
