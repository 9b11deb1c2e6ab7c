-- One row per conversion of the scope and touch it may credit: of its person, of the browser it names, or of a click it names.
-- needs: clicked, near_touches, scope_conversions, scope_windows
-- makes: reached
-- In three statements: a common table expression is computed again for each that names it, and this one's windows are the cost.
create table framed engine = MergeTree order by conversion_no as
select
  scope_conversions.*,
  converted_at - toIntervalDay(scope_windows.window_days) as window_at,
  converted_at - toIntervalDay(scope_windows.first_touch_days) as first_window_at
from scope_conversions
join scope_windows using (definition_no);
create table counted_touches engine = MergeTree order by (person_key, moment) as
with scoped_touches as (
  select near_touches.*, origins.is_direct as is_direct, origins.is_paid as is_paid
  from near_touches
  join origins using (origin_id)
  where near_touches.person_key in (select person_key from scope_conversions) and not near_touches.is_view
),
timeline as (
  select
    person_key, touched_at as moment, 1 as turn, touch_seq, is_synthetic, 1 as touches, toInt32(not is_direct) as sourced, toInt32(is_paid) as paid,
    cast(null, 'Nullable(Int64)') as conversion_no, cast(null, 'Nullable(String)') as probe
  from scoped_touches
  union all
  select person_key, window_at, 0, 0, false, 0, 0, 0, conversion_no, 'window' from framed
  union all
  select person_key, first_window_at, 0, 0, false, 0, 0, 0, conversion_no, 'opening' from framed
  union all
  select person_key, converted_at, 2, 0, false, 0, 0, 0, conversion_no, 'end' from framed
)
select
  *,
  toInt64(sum(touches) over person) as touches_so_far,
  toInt64(sum(sourced) over person) as sourced_so_far,
  toInt64(sum(paid) over person) as paid_so_far
from timeline
window person as (partition by person_key order by moment, turn, touch_seq, is_synthetic rows between unbounded preceding and current row);
create table reached engine = MergeTree order by conversion_no as
with
own as (
  select person_key, touch_seq, is_synthetic, sourced, paid, touches_so_far as rank, sourced_so_far, paid_so_far
  from counted_touches
  where conversion_no is null
),
bounded as (
  select
    assumeNotNull(conversion_no) as conversion_no,
    any(person_key) as person_key,
    maxIf(touches_so_far, probe = 'end') as last_rank,
    maxIf(touches_so_far, probe = 'window') + 1 as window_rank,
    maxIf(touches_so_far, probe = 'opening') + 1 as opening_rank,
    maxIf(sourced_so_far, probe = 'opening') + 1 as sourced_no,
    maxIf(paid_so_far, probe = 'window') + 1 as paid_no
  from counted_touches
  where conversion_no is not null
  group by conversion_no
),
ranks as (
  select conversion_no, person_key, toInt64(arrayJoin(range(greatest(window_rank, last_rank - 200), last_rank + 1))) as rank
  from bounded
  where window_rank <= last_rank
  union distinct
  select conversion_no, person_key, opening_rank from bounded where opening_rank <= last_rank
  union distinct
  select bounded.conversion_no, bounded.person_key, own.rank
  from bounded
  join own on own.person_key = bounded.person_key and own.sourced_so_far = bounded.sourced_no
  where own.sourced = 1 and own.rank <= bounded.last_rank
  union distinct
  select bounded.conversion_no, bounded.person_key, own.rank
  from bounded
  join own on own.person_key = bounded.person_key and own.paid_so_far = bounded.paid_no
  where own.paid = 1 and own.rank <= bounded.last_rank
),
found as (
  select
    ranks.conversion_no as conversion_no, own.touch_seq as touch_seq, own.is_synthetic as is_synthetic,
    if(own.is_synthetic, 'synthetic', cast(null, 'Nullable(String)')) as join_method, 3 as route
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
  select conversion_no, touch_seq, is_synthetic, argMinOrNull(join_method, route) as join_method
  from found
  group by all
)
select
  framed.conversion_no as conversion_no,
  framed.conversion_key as conversion_key,
  near_touches.touch_seq as touch_seq,
  near_touches.is_synthetic as is_synthetic,
  near_touches.origin_id as origin_id,
  near_touches.touched_at as touched_at,
  framed.converted_at as converted_at,
  origins.is_direct as is_direct,
  origins.is_paid as is_paid,
  origins.channel as channel,
  near_touches.touched_at >= framed.window_at as in_window,
  near_touches.touched_at >= framed.first_window_at as in_first_window,
  multiIf(
    merged.join_method is not null, assumeNotNull(merged.join_method),
    coalesce(near_touches.visitor_key = framed.visitor_key, false), 'anonymous_id',
    framed.resolved_by = 'none', 'anonymous_id',
    framed.resolved_by
  ) as join_method
from merged
join framed on framed.conversion_no = merged.conversion_no
join near_touches on near_touches.touch_seq = merged.touch_seq and near_touches.is_synthetic = merged.is_synthetic
join origins on origins.origin_id = near_touches.origin_id
where merged.touch_seq <> framed.outcome_seq or merged.is_synthetic;
