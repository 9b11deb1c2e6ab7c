-- One row: a person.
select person_id, email, name, email_confirmed_at, created_at
from people
where person_id = $person_id
