-- One row per further real touch: of a click that an outcome of the scope names.
-- needs: scope_clicks
-- unless empty: scope_clicks
-- fills: near_touches (dirty)
insert into near_touches
with clicked as (
  select touch_seq from touch_clicks where click_key in (select click_key from scope_clicks)
  except
  select touch_seq from near_touches
)
select * from touches
where not is_synthetic and rowid in (select rowid from touches where touch_seq in (select touch_seq from clicked))
