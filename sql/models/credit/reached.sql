-- One row per conversion of the scope and touch it may credit: of its person, of the browser it names, or of a click it names.
create temp table reached as
with framed as (
  select
    scope_conversions.*,
    converted_at - to_days(scope_windows.window_days) as window_at,
    converted_at - to_days(scope_windows.first_touch_days) as first_window_at
  from scope_conversions
  join scope_windows using (definition_no)
),
own as (
  select
    touches.*,
    origins.is_direct,
    origins.is_paid,
    row_number() over (partition by touches.person_key order by touches.touched_at, touches.touch_seq, touches.is_synthetic) as rank
  from touches
  join origins using (origin_id)
  where touches.person_key in (select person_key from scope_conversions)
),
ticks as (
  select person_key, touched_at, min(rank) as first_rank, max(rank) as last_rank from own group by all
),
sourced_ticks as (
  select person_key, touched_at, min(rank) as first_rank from own where not is_direct group by all
),
paid_ticks as (
  select person_key, touched_at, min(rank) as first_rank from own where is_paid group by all
),
newest as (
  select framed.*, ticks.last_rank
  from framed
  asof join ticks on framed.person_key = ticks.person_key and framed.converted_at >= ticks.touched_at
),
oldest as (
  select newest.*, ticks.first_rank as window_rank
  from newest
  asof left join ticks on newest.person_key = ticks.person_key and newest.window_at <= ticks.touched_at
),
opened as (
  select oldest.*, ticks.first_rank as opening_rank
  from oldest
  asof left join ticks on oldest.person_key = ticks.person_key and oldest.first_window_at <= ticks.touched_at
),
sourced as (
  select opened.*, sourced_ticks.first_rank as sourced_rank
  from opened
  asof left join sourced_ticks
    on opened.person_key = sourced_ticks.person_key and opened.first_window_at <= sourced_ticks.touched_at
),
bounded as (
  select sourced.*, paid_ticks.first_rank as paid_rank
  from sourced
  asof left join paid_ticks on sourced.person_key = paid_ticks.person_key and sourced.window_at <= paid_ticks.touched_at
),
ranks as (
  -- The newest 200 of the window, and the first that the first_* models look for.
  select conversion_no, person_key, unnest(range(greatest(window_rank, last_rank - 200), last_rank + 1)) as rank
  from bounded
  where window_rank <= last_rank
  union
  select conversion_no, person_key, opening_rank from bounded where opening_rank <= last_rank
  union
  select conversion_no, person_key, sourced_rank from bounded where sourced_rank <= last_rank
  union
  select conversion_no, person_key, paid_rank from bounded where paid_rank <= last_rank
),
lone_clicks as (
  select click_key
  from touch_clicks
  where click_key in (select click_key from outcome_clicks where outcome_seq in (select outcome_seq from scope_conversions))
  group by click_key
  having count(distinct visitor_key) = 1
),
found as (
  select
    ranks.conversion_no, own.touch_seq, own.is_synthetic,
    case when own.is_synthetic then 'synthetic' end as join_method, 3 as route
  from ranks
  join own on own.person_key = ranks.person_key and own.rank = ranks.rank
  union all
  select framed.conversion_no, touches.touch_seq, false, 'anonymous_id', 2
  from framed
  join touches on touches.visitor_key = framed.visitor_key
  where touches.person_key <> framed.person_key and not touches.is_synthetic
    and touches.touched_at <= framed.converted_at
    and touches.touched_at >= least(framed.window_at, framed.first_window_at)
  union all
  select framed.conversion_no, touches.touch_seq, false, 'click_id', 1
  from framed
  join outcome_clicks using (outcome_seq)
  join touch_clicks using (click_key)
  join touches on touches.touch_seq = touch_clicks.touch_seq and not touches.is_synthetic
  where touches.touched_at <= framed.converted_at
    and touches.touched_at >= least(framed.window_at, framed.first_window_at)
    and (
      touches.person_key = framed.person_key
      or touches.visitor_key = framed.visitor_key
      or touch_clicks.click_key in (select click_key from lone_clicks)
    )
),
merged as (
  select conversion_no, touch_seq, is_synthetic, arg_min(join_method, route) as join_method
  from found
  group by all
)
select
  framed.conversion_no,
  framed.conversion_key,
  touches.touch_seq,
  touches.is_synthetic,
  touches.origin_id,
  touches.touched_at,
  framed.converted_at,
  origins.is_direct,
  origins.is_paid,
  origins.channel,
  touches.touched_at >= framed.window_at as in_window,
  touches.touched_at >= framed.first_window_at as in_first_window,
  case
    when merged.join_method is not null then merged.join_method
    when touches.visitor_key = framed.visitor_key then 'anonymous_id'
    when framed.resolved_by = 'none' then 'anonymous_id'
    else framed.resolved_by
  end as join_method
from merged
join framed using (conversion_no)
join touches on touches.touch_seq = merged.touch_seq and touches.is_synthetic = merged.is_synthetic
join origins on origins.origin_id = touches.origin_id
where merged.touch_seq <> framed.outcome_seq or merged.is_synthetic
