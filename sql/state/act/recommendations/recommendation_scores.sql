-- name: score_add
-- One row: arithmetic that is compared later with what came. One that waits already for the same target, kind and disposition is enough.
insert into recommendation_scores (
  recommendation_id, profile_id, disposition, actor, kind, target_key, frozen, frozen_at, due_at
)
select $recommendation_id, $profile_id, $disposition, $actor, $kind, $target_key, $frozen, $now, $due_at
where not exists (
  select 1 from recommendation_scores
  where
    profile_id = $profile_id and disposition = 'withheld' and $disposition = 'withheld' and target_key = $target_key
    and scored_at is null
)
on conflict (profile_id, recommendation_id) do update set
  disposition = excluded.disposition, actor = excluded.actor, frozen = excluded.frozen, frozen_at = excluded.frozen_at,
  due_at = excluded.due_at, scored_at = null, is_hit = null, observed = null;

-- name: scores_due
-- One row per arithmetic of a profile that can be compared now, or was compared before totals were: a page of them.
-- columns: kind 'scale'|'pause'|'reallocate'
select recommendation_id, disposition, kind, frozen, frozen_at, scored_at, is_hit, observed
from recommendation_scores
where
  profile_id = $profile_id
  and recommendation_id > $after
  and disposition <> 'undone'
  and due_at <= $now
  and (scored_at is null or json_type(observed, '$.total') is null)
order by recommendation_id
limit 200;

-- name: score_set
-- The observed result, of arithmetic that was not frozen again meanwhile.
update recommendation_scores set scored_at = $now, is_hit = $is_hit, observed = $observed, frozen = $frozen
where
  profile_id = $profile_id and recommendation_id = $recommendation_id and frozen_at = $frozen_at and disposition <> 'undone';

-- name: scores_list
-- One row per arithmetic of a profile that was frozen since a moment.
-- columns: kind 'scale'|'pause'|'reallocate'|'refresh_creative'
select recommendation_id, disposition, actor, kind, frozen, frozen_at, due_at, scored_at, is_hit, observed
from recommendation_scores
where profile_id = $profile_id and frozen_at >= $since
order by frozen_at, recommendation_id;

-- name: score_get
-- One row at most.
select disposition, frozen, frozen_at, due_at, scored_at, is_hit, observed
from recommendation_scores
where profile_id = $profile_id and recommendation_id = $recommendation_id;

-- name: score_undo
-- The score of a recommendation that was undone before it was compared: there is nothing to compare.
update recommendation_scores set disposition = 'undone'
where profile_id = $profile_id and recommendation_id = $recommendation_id and disposition = 'applied' and scored_at is null;
