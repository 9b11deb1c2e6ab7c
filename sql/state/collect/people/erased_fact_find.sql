-- The erased fact that this is a repeat of.
select seq
from erased_facts
where profile_id = $profile_id
  and fact_hash = $fact_hash
