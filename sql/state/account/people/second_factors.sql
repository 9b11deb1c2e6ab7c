-- name: second_factor_confirm
-- The second factor of a person, asked for from now on.
update second_factors
set confirmed_at = $now
where person_id = $person_id
  and confirmed_at is null;

-- name: second_factor_drop
-- The second factor of a person, gone.
delete from second_factors
where person_id = $person_id;

-- name: second_factor_get
-- One row: the second factor of a person.
select secret, confirmed_at, last_step
from second_factors
where person_id = $person_id;

-- name: second_factor_put
-- A new secret in the place of one that was not confirmed.
insert into second_factors (person_id, secret, created_at, last_step)
values ($person_id, $secret, $now, 0)
on conflict (person_id) do update set
  secret = excluded.secret,
  created_at = excluded.created_at,
  last_step = excluded.last_step;

-- name: second_factor_use
-- The step whose code was entered, unless it or a later one was used before.
update second_factors
set last_step = $step
where person_id = $person_id
  and last_step < $step;
