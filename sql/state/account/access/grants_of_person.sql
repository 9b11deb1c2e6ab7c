-- One row per live grant of a person.
select grant_id
from grants
where person_id = $person_id
  and revoked_at is null
