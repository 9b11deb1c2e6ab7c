-- One row where somebody has settled the definitions of a profile, by itself or by having some of its own.
-- columns: is_reviewed integer
select 1 as is_reviewed
from (
  select profile_id from definition_reviews where profile_id = $profile_id
  union all
  select profile_id from definitions where profile_id = $profile_id
)
limit 1
