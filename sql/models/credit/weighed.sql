-- One row per conversion of the scope and touch in reach, with its weight in millionths under each model but the data-driven.
create temp table weighed as
with ordered as (
  select
    *,
    row_number() over path as place,
    row_number() over back as place_back,
    coalesce(bool_or(not is_direct) filter (in_first_window) over whole, false) as has_sourced_first
  from reached
  window
    whole as (partition by conversion_no),
    path as (partition by conversion_no order by touched_at, touch_seq, is_synthetic),
    back as (partition by conversion_no order by in_window desc, touched_at desc, touch_seq desc, is_synthetic desc)
),
capped as (
  select *, in_window and place_back <= 200 as is_newest from ordered
),
exclusive as (
  select *, coalesce(bool_or(not is_direct) filter (is_newest) over whole, false) as has_sourced
  from capped
  window whole as (partition by conversion_no)
),
chosen as (
  select
    *,
    is_newest and (not is_direct or not has_sourced) as is_candidate,
    in_first_window and (not is_direct or not has_sourced_first) as is_first_candidate,
    in_window and is_paid as is_paid_candidate
  from exclusive
),
placed as (
  select
    chosen.*,
    case when is_candidate then count(*) filter (is_candidate) over whole end::bigint as n,
    case when is_candidate then count(*) filter (is_candidate) over path end::bigint as i,
    place = min(place) filter (is_first_candidate) over whole as is_first,
    place = max(place) filter (in_window) over whole as is_last,
    place = max(place) filter (is_candidate) over whole as is_last_candidate,
    place = min(place) filter (is_paid_candidate) over whole as is_first_paid,
    place = max(place) filter (is_paid_candidate and is_newest) over whole as is_last_paid,
    case
      when is_candidate
        then round(pow(2::double, -date_diff('microsecond', touched_at, converted_at)::double / 604800000000.0) * 1000000000)::hugeint
    end as decay_raw
  from chosen
  window
    whole as (partition by conversion_no),
    path as (
      partition by conversion_no order by place rows between unbounded preceding and current row
    )
),
summed as (
  select
    *,
    sum(decay_raw) over whole as decay_sum
  from placed
  window whole as (partition by conversion_no)
),
shared as (
  select
    *,
    case when is_candidate then (decay_raw * 1000000 // decay_sum)::bigint else 0 end as decay_floor,
    case when is_candidate then (decay_raw * 1000000 % decay_sum)::hugeint else -1 end as decay_rest,
    case when is_candidate then 1000000 // n + (i <= 1000000 % n)::bigint else 0 end as linear_weight
  from summed
),
filled as (
  select
    *,
    1000000 - sum(decay_floor) over whole as decay_left,
    row_number() over (partition by conversion_no order by decay_rest desc, place) as decay_turn
  from shared
  window whole as (partition by conversion_no)
)
select
  conversion_no,
  conversion_key,
  touch_seq,
  is_synthetic,
  origin_id,
  touched_at,
  coalesce(case when is_candidate then i end, 0)::integer as position,
  in_window,
  is_candidate,
  join_method,
  (1000000 * coalesce(is_first, false)::integer) as first_touch,
  (1000000 * coalesce(is_last, false)::integer) as last_touch,
  (1000000 * coalesce(is_last_candidate, false)::integer) as last_non_direct,
  (1000000 * coalesce(is_first_paid, false)::integer) as first_paid,
  (1000000 * coalesce(is_last_paid, false)::integer) as last_paid,
  linear_weight::integer as linear,
  case
    when not is_candidate then 0
    when n = 1 then 1000000
    when n = 2 then 500000
    when i = 1 or i = n then 400000
    else 200000 // (n - 2) + (i - 1 <= 200000 % (n - 2))::bigint
  end::integer as position_based,
  case when is_candidate then decay_floor + (decay_turn <= decay_left)::bigint else 0 end::integer as time_decay,
  channel
from filled
