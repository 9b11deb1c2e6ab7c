-- name: recovery_code_create
-- One recovery code of a person.
insert into recovery_codes (person_id, hash, created_at)
values ($person_id, $hash, $now);

-- name: recovery_code_use
-- The code, used now if it was not before.
update recovery_codes
set used_at = $now
where person_id = $person_id
  and hash = $hash
  and used_at is null;

-- name: recovery_codes_drop
-- All recovery codes of a person, gone.
delete from recovery_codes
where person_id = $person_id;

-- name: recovery_codes_left
-- One row: how many recovery codes of a person were not used.
-- columns: codes integer
select count(*) as codes
from recovery_codes
where person_id = $person_id
  and used_at is null;
