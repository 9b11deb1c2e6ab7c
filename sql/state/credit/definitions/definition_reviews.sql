-- name: definition_review_get
-- One row where a person has confirmed the definitions of a profile, explicitly or by adding some.
-- columns: is_reviewed integer
select 1 as is_reviewed
from (
  select profile_id from definition_reviews where profile_id = $profile_id
  union all
  select profile_id from definitions where profile_id = $profile_id
)
limit 1;

-- name: definition_review_put
-- The first confirmation of the definitions of a profile.
insert into definition_reviews (profile_id, reviewed_at)
values ($profile_id, $now)
on conflict (profile_id) do nothing;
