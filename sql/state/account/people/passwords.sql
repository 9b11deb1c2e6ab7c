-- name: password_get
-- One row: how a person's password is kept.
select hash, changed_at
from passwords
where person_id = $person_id;

-- name: password_put
-- A person's one password.
insert into passwords (person_id, hash, changed_at)
values ($person_id, $hash, $changed_at)
on conflict (person_id) do update set hash = excluded.hash, changed_at = excluded.changed_at;
