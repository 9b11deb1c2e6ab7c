-- One row per real touch that an outcome of the scope may see by its person or by the browser it names.
-- needs: scope_outcomes
-- makes: near_touches (dirty), near_views (dirty)
create temp table near_touches as
with
-- TRICKY: by row number. By both keys at once every column of most row groups is read: four times the processors with 2.6 M touches.
near as (
  select rowid from touches where person_key in (select person_key from scope_outcomes)
  union
  select rowid from touches where visitor_key in (select visitor_key from scope_outcomes)
)
select * from touches where not is_synthetic and rowid in (select rowid from near);
create temp view near_views as
select touch_seq from near_touches where is_view
