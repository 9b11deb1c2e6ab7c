-- The newest erasure of the person of this public id, or of whom this keyed hash names.
select erasure_id
from erasures
where profile_id = $profile_id
  and (public_id = $public_id or exists (select 1 from json_each(named) where value = $named))
order by asked_at desc, erasure_id
limit 1
