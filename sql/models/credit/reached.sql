-- One row per conversion of the scope and touch it may credit: of its person, of the browser it names, or of a click it names.
-- needs: clicked, near_touches, scope_conversions, scope_windows
-- makes: reached
create temp table reached as
with framed as (
  select
    scope_conversions.*,
    converted_at - to_days(scope_windows.window_days) as window_at,
    converted_at - to_days(scope_windows.first_touch_days) as first_window_at
  from scope_conversions
  join scope_windows using (definition_no)
),
scoped_touches as (
  select near_touches.*, origins.is_direct, origins.is_paid
  from near_touches
  join origins using (origin_id)
  where near_touches.person_key in (select person_key from scope_conversions) and not near_touches.is_view
),
timeline as (
  -- A touch at the very moment a window opens, or of the conversion, is inside: probes of openings come before it, of ends after it.
  select
    person_key, touched_at as moment, 1 as turn, touch_seq, is_synthetic, 1 as touches, (not is_direct)::integer as sourced, is_paid::integer as paid,
    null::bigint as conversion_no, null::varchar as probe
  from scoped_touches
  union all
  select person_key, window_at, 0, 0, false, 0, 0, 0, conversion_no, 'window' from framed
  union all
  select person_key, first_window_at, 0, 0, false, 0, 0, 0, conversion_no, 'opening' from framed
  union all
  select person_key, converted_at, 2, 0, false, 0, 0, 0, conversion_no, 'end' from framed
),
counted as (
  -- ASOF joins said the same in five sorts of many small partitions: 11 s instead of 1 s for 86,000 people.
  select
    *,
    (sum(touches) over person)::bigint as touches_so_far,
    (sum(sourced) over person)::bigint as sourced_so_far,
    (sum(paid) over person)::bigint as paid_so_far
  from timeline
  window person as (
    partition by person_key order by moment, turn, touch_seq, is_synthetic rows between unbounded preceding and current row
  )
),
own as (
  select person_key, touch_seq, is_synthetic, sourced, paid, touches_so_far as rank, sourced_so_far, paid_so_far
  from counted
  where conversion_no is null
),
bounded as (
  select
    conversion_no,
    any_value(person_key) as person_key,
    max(touches_so_far) filter (probe = 'end') as last_rank,
    max(touches_so_far) filter (probe = 'window') + 1 as window_rank,
    max(touches_so_far) filter (probe = 'opening') + 1 as opening_rank,
    max(sourced_so_far) filter (probe = 'opening') + 1 as sourced_no,
    max(paid_so_far) filter (probe = 'window') + 1 as paid_no
  from counted
  where conversion_no is not null
  group by conversion_no
),
ranks as (
  -- The newest 200 of the window, and the first that the first_* models look for.
  select conversion_no, person_key, unnest(range(greatest(window_rank, last_rank - 200), last_rank + 1)) as rank
  from bounded
  where window_rank <= last_rank
  union
  select conversion_no, person_key, opening_rank from bounded where opening_rank <= last_rank
  union
  select bounded.conversion_no, bounded.person_key, own.rank
  from bounded
  join own on own.person_key = bounded.person_key and own.sourced = 1 and own.sourced_so_far = bounded.sourced_no
  where own.rank <= bounded.last_rank
  union
  select bounded.conversion_no, bounded.person_key, own.rank
  from bounded
  join own on own.person_key = bounded.person_key and own.paid = 1 and own.paid_so_far = bounded.paid_no
  where own.rank <= bounded.last_rank
),
found as (
  select
    ranks.conversion_no, own.touch_seq, own.is_synthetic,
    case when own.is_synthetic then 'synthetic' end as join_method, 3 as route
  from ranks
  join own on own.person_key = ranks.person_key and own.rank = ranks.rank
  union all
  select framed.conversion_no, near_touches.touch_seq, false, 'anonymous_id', 2
  from framed
  join near_touches on near_touches.visitor_key = framed.visitor_key
  where near_touches.person_key <> framed.person_key and not near_touches.is_synthetic and not near_touches.is_view
    and near_touches.touched_at <= framed.converted_at
    and near_touches.touched_at >= least(framed.window_at, framed.first_window_at)
  union all
  select conversion_no, touch_seq, false, 'click_id', 1 from clicked
),
merged as (
  select conversion_no, touch_seq, is_synthetic, arg_min(join_method, route) as join_method
  from found
  group by all
)
select
  framed.conversion_no,
  framed.conversion_key,
  near_touches.touch_seq,
  near_touches.is_synthetic,
  near_touches.origin_id,
  near_touches.touched_at,
  framed.converted_at,
  origins.is_direct,
  origins.is_paid,
  origins.channel,
  near_touches.touched_at >= framed.window_at as in_window,
  near_touches.touched_at >= framed.first_window_at as in_first_window,
  case
    when merged.join_method is not null then merged.join_method
    when near_touches.visitor_key = framed.visitor_key then 'anonymous_id'
    when framed.resolved_by = 'none' then 'anonymous_id'
    else framed.resolved_by
  end as join_method
from merged
join framed using (conversion_no)
join near_touches on near_touches.touch_seq = merged.touch_seq and near_touches.is_synthetic = merged.is_synthetic
join origins on origins.origin_id = near_touches.origin_id
where merged.touch_seq <> framed.outcome_seq or merged.is_synthetic
