-- One row: the person with this address.
select person_id, email, name, created_at
from people
where email = $email
