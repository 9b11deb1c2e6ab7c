-- One row per conversion of the scope and touch in reach, with its weight in millionths under each model but the data-driven.
-- needs: reached
-- makes: weighed
create temp table weighed as
with factors as (
  -- Time decay halves in 7 days. Its powers of two come from a table, in units of 2⁻⁶⁰: those of C libraries differ in the last digit.
  select
    list(factor order by step) filter (unit = 'hour') as of_hours,
    list(factor order by step) filter (unit = 'minute') as of_minutes,
    list(factor order by step) filter (unit = 'second') as of_seconds
  from decay_factors
),
ordered as (
  -- TRICKY: what holds for a whole conversion is grouped and joined, not asked by a window: one sort here instead of seven.
  select
    *,
    greatest(epoch_us(converted_at) - epoch_us(touched_at), 0) as age,
    row_number() over path as place,
    count_if(not is_direct) over path as sourced_so_far
  from reached
  window path as (
    partition by conversion_no order by touched_at, touch_seq, is_synthetic rows between unbounded preceding and current row
  )
),
paths as (
  -- The window is the end of the path, so its newest 200 begin where it does, or 200 before the end.
  select
    conversion_no,
    -- Null without a touch in the window: greatest() alone would pass over that.
    min(place) filter (in_window) + greatest(count(*) - 199 - min(place) filter (in_window), 0) as newest_from,
    max(place) filter (in_window) as last_place,
    max(place) filter (in_window and not is_direct) as last_sourced,
    coalesce(min(place) filter (in_first_window and not is_direct), min(place) filter (in_first_window)) as first_place,
    min(place) filter (in_window and is_paid) as first_paid_place,
    max(place) filter (in_window and is_paid) as last_paid_place
  from ordered
  group by conversion_no
),
chosen as (
  -- Direct touches are candidates only where no other is.
  select
    ordered.*,
    paths.* exclude (conversion_no),
    coalesce(paths.last_sourced >= paths.newest_from, false) as has_sourced,
    coalesce(
      ordered.place >= paths.newest_from and (not ordered.is_direct or not coalesce(paths.last_sourced >= paths.newest_from, false)),
      false
    ) as is_candidate,
    (
      (
        (
          (factors.of_hours[1 + age % 604800000000 // 3600000000]::hugeint * factors.of_minutes[1 + age % 3600000000 // 60000000] >> 60)
          * factors.of_seconds[1 + age % 60000000 // 1000000] >> 60
        )
        -- The rest of a second by two terms of the series of a power.
        * (1152921504606846976 - (age % 1000000 * 1385521698697 >> 20) + (age % 1000000 * (age % 1000000) * 832524 >> 40)) >> 60
      ) * 1000000000 + (1::hugeint << (59 + least(age // 604800000000, 60))::integer) >> (60 + least(age // 604800000000, 60))::integer
    )::bigint as decay_raw -- up to 10⁹, so that a million times it stays a bigint: dividing a hugeint takes a microsecond
  from ordered
  join paths using (conversion_no)
  cross join factors
),
candidates as (
  select
    conversion_no,
    count_if(is_candidate) as n,
    count_if(not is_direct and place < newest_from) as sourced_before,
    (sum(decay_raw) filter (is_candidate))::bigint as decay_sum
  from chosen
  group by conversion_no
),
shares as (
  select
    chosen.conversion_no,
    chosen.place,
    chosen.decay_raw * 1000000 // candidates.decay_sum as decay_floor,
    chosen.decay_raw * 1000000 % candidates.decay_sum as decay_rest
  from chosen
  join candidates using (conversion_no)
  where chosen.is_candidate
),
left_over as (
  select conversion_no, 1000000 - sum(decay_floor) as decay_left from shares group by conversion_no
),
decays as (
  select
    shares.conversion_no,
    shares.place,
    shares.decay_floor
      + (row_number() over (partition by shares.conversion_no order by shares.decay_rest desc, shares.place) <= left_over.decay_left)::bigint
      as weight
  from shares
  join left_over using (conversion_no)
),
placed as (
  select
    chosen.*,
    candidates.n,
    case when chosen.has_sourced then chosen.sourced_so_far - candidates.sourced_before else chosen.place - chosen.newest_from + 1 end as i
  from chosen
  join candidates using (conversion_no)
)
select
  placed.conversion_no,
  placed.conversion_key,
  placed.touch_seq,
  placed.is_synthetic,
  placed.origin_id,
  placed.touched_at,
  case when placed.is_candidate then placed.i else 0 end::integer as position,
  placed.in_window,
  placed.is_candidate,
  placed.join_method,
  (1000000 * coalesce(placed.place = placed.first_place, false)::integer) as first_touch,
  (1000000 * coalesce(placed.place = placed.last_place, false)::integer) as last_touch,
  (1000000 * coalesce(placed.place = if(placed.has_sourced, placed.last_sourced, placed.last_place), false)::integer) as last_non_direct,
  (1000000 * coalesce(placed.place = placed.first_paid_place, false)::integer) as first_paid,
  (1000000 * coalesce(placed.place = placed.last_paid_place and placed.place >= placed.newest_from, false)::integer) as last_paid,
  case when placed.is_candidate then 1000000 // placed.n + (placed.i <= 1000000 % placed.n)::bigint else 0 end::integer as linear,
  case
    when not placed.is_candidate then 0
    when placed.n = 1 then 1000000
    when placed.n = 2 then 500000
    when placed.i = 1 or placed.i = placed.n then 400000
    else 200000 // (placed.n - 2) + (placed.i - 1 <= 200000 % (placed.n - 2))::bigint
  end::integer as position_based,
  coalesce(decays.weight, 0)::integer as time_decay,
  placed.channel
from placed
left join decays on decays.conversion_no = placed.conversion_no and decays.place = placed.place
