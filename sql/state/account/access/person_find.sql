-- One row: the person with this address.
select person_id, email, name, email_confirmed_at, created_at
from people
where email = $email
