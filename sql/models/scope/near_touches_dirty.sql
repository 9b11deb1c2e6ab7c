-- One row per real touch that an outcome of the scope may see: of its person, of the browser it names, or of a click it names.
create temp table near_touches as
with near as (
  select touch_seq from touches where person_key in (select person_key from scope_outcomes)
  union
  select touch_seq from touches where visitor_key in (select visitor_key from scope_outcomes)
  union
  select touch_seq from touch_clicks
  where click_key in (select click_key from outcome_clicks where outcome_seq in (select outcome_seq from scope_outcomes))
)
select * from touches where not is_synthetic and touch_seq in (select touch_seq from near)
