-- name: person_confirm
-- A person's address, confirmed now if it was not before.
update people
set email_confirmed_at = coalesce(email_confirmed_at, $now)
where person_id = $person_id;

-- name: person_create
-- One new person.
insert into people (person_id, email, name, created_at)
values ($person_id, $email, $name, $created_at);

-- name: person_find
-- One row: the person with this address.
select person_id, email, name, email_confirmed_at, created_at
from people
where email = $email;

-- name: person_get
-- One row: a person.
select person_id, email, name, email_confirmed_at, created_at
from people
where person_id = $person_id;

-- name: person_rename
-- A person's name.
update people
set name = $name
where person_id = $person_id;
