-- One row: how a person's password is kept.
select hash, changed_at
from passwords
where person_id = $person_id
