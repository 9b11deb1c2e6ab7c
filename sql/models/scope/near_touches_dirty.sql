-- One row per real touch that an outcome of the scope may see: of its person, of the browser it names, or of a click it names.
create temp table near_touches as
with
clicked as (
  select touch_seq from touch_clicks
  where click_key in (select click_key from outcome_clicks where outcome_seq in (select outcome_seq from scope_outcomes))
),
-- TRICKY: by row number. By touch_seq every column of most row groups is read: four times the processors with 2.6 M touches.
near as (
  select rowid from touches where person_key in (select person_key from scope_outcomes)
  union
  select rowid from touches where visitor_key in (select visitor_key from scope_outcomes)
  union
  select rowid from touches where touch_seq in (select touch_seq from clicked)
)
select * from touches where not is_synthetic and rowid in (select rowid from near)
