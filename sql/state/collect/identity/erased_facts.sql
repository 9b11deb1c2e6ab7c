-- name: erased_fact_add
-- The hash that identifies a repeat of an erased fact.
insert into erased_facts (profile_id, fact_hash, seq)
values ($profile_id, $fact_hash, $seq)
on conflict do nothing;

-- name: erased_fact_find
-- The erased fact that this is a repeat of.
select seq
from erased_facts
where profile_id = $profile_id
  and fact_hash = $fact_hash;

-- name: erased_facts_any
-- One row when anything was erased of the profile.
-- columns: found integer
select 1 as found
from erased_facts
where profile_id = $profile_id
limit 1;
