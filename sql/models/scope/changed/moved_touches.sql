-- One row per touch of the scope that came, went or changed, and per place where it stood.
-- needs: changed_origins, dirty_people, dirty_visitors, touches_before
-- makes: moved_touches
create temp table moved_touches as
with after as (
  select * from touches where not is_synthetic and visitor_key in (select visitor_key from dirty_visitors)
  union all
  select * from touches where is_synthetic and person_key in (select person_key from dirty_people)
),
gone as (
  select * from touches_before
  except
  select * from after
),
come as (
  select * from after
  except
  select * from touches_before
)
select person_key, visitor_key, touched_at from gone
union all
select person_key, visitor_key, touched_at from come
union all
-- As it was, but another channel's now.
select person_key, visitor_key, touched_at from after where origin_id in (select origin_id from changed_origins)
