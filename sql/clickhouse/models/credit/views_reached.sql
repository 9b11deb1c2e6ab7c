-- One row per conversion without a touch of a source in its window, and ad seen by its person, or on the browser it names, in the
-- window of views: beside what `reached` has. Healthcare and platform-safe profiles use no views.
-- needs: near_touches, scope_conversions, scope_windows
-- fills: reached
-- unless empty: near_views
insert into reached
with views as (
  select near_touches.*, origins.is_paid as is_paid, origins.channel as channel
  from near_touches
  join origins using (origin_id)
  where near_touches.is_view and not origins.is_direct
    and (select count() from settings where name = 'privacy_mode' and value in ('platform_safe', 'hipaa')) = 0
),
sourced as (
  select distinct conversion_no from reached where in_window and not is_direct
),
waiting as (
  select scope_conversions.*, scope_windows.view_days as view_days
  from scope_conversions
  join scope_windows using (definition_no)
  where scope_conversions.conversion_no not in (select conversion_no from sourced)
),
found as (
  select waiting.conversion_no as conversion_no, views.touch_seq as touch_seq from waiting join views on views.person_key = waiting.person_key
  union distinct
  select waiting.conversion_no, views.touch_seq from waiting join views on views.visitor_key = waiting.visitor_key
)
select
  waiting.conversion_no, waiting.conversion_key, views.touch_seq, false, views.origin_id, views.touched_at, waiting.converted_at, false,
  views.is_paid, views.channel, true, false,
  if(coalesce(views.visitor_key = waiting.visitor_key, false) or waiting.resolved_by = 'none', 'anonymous_id', waiting.resolved_by)
from found
join waiting on waiting.conversion_no = found.conversion_no
join views on views.touch_seq = found.touch_seq
where views.touched_at between waiting.converted_at - toIntervalDay(waiting.view_days) and waiting.converted_at;
