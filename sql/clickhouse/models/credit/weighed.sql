-- One row per conversion of the scope and touch in reach, with its weight in millionths under each model but the data-driven.
-- needs: reached
-- makes: weighed
-- In two statements, for the same reason.
create table chosen_touches engine = MergeTree order by conversion_no as
with
-- Time decay halves in 7 days. Its powers of two come from a table, in units of 2⁻⁶⁰: those of C libraries differ in the last digit.
(select groupArray(factor) from (select factor from decay_factors where unit = 'hour' order by step)) as of_hours,
(select groupArray(factor) from (select factor from decay_factors where unit = 'minute' order by step)) as of_minutes,
(select groupArray(factor) from (select factor from decay_factors where unit = 'second' order by step)) as of_seconds,
ordered as (
  select
    *,
    greatest(toUnixTimestamp64Micro(converted_at) - toUnixTimestamp64Micro(touched_at), 0) as age,
    toInt64(row_number() over path) as place,
    toInt64(sum(toInt64(not is_direct)) over path) as sourced_so_far
  from reached
  window path as (partition by conversion_no order by touched_at, touch_seq, is_synthetic rows between unbounded preceding and current row)
),
paths as (
  select
    conversion_no as path_no,
    minOrNullIf(place, in_window) + greatest(toInt64(count()) - 199 - minOrNullIf(place, in_window), 0) as newest_from,
    maxOrNullIf(place, in_window) as last_place,
    maxOrNullIf(place, in_window and not is_direct) as last_sourced,
    coalesce(minOrNullIf(place, in_first_window and not is_direct), minOrNullIf(place, in_first_window)) as first_place,
    minOrNullIf(place, in_window and is_paid) as first_paid_place,
    maxOrNullIf(place, in_window and is_paid) as last_paid_place
  from ordered
  group by conversion_no
)
select
  ordered.*,
  paths.* except (path_no),
  coalesce(paths.last_sourced >= paths.newest_from, false) as has_sourced,
  coalesce(
    ordered.place >= paths.newest_from and (not ordered.is_direct or not coalesce(paths.last_sourced >= paths.newest_from, false)), false
  ) as is_candidate,
  toInt128(bitShiftRight(bitShiftRight(
    toInt128(of_hours[1 + intDiv(ordered.age % 604800000000, 3600000000)]) * of_minutes[1 + intDiv(ordered.age % 3600000000, 60000000)], 60
  ) * of_seconds[1 + intDiv(ordered.age % 60000000, 1000000)], 60)) as whole_second,
  -- The rest of a second by two terms of the series of a power.
  1152921504606846976 - bitShiftRight(ordered.age % 1000000 * 1385521698697, 20) + bitShiftRight((ordered.age % 1000000) * (ordered.age % 1000000) * 832524, 40)
    as rest_of_second,
  least(intDiv(ordered.age, 604800000000), 60) as halvings,
  toInt64(bitShiftRight(
    bitShiftRight(whole_second * rest_of_second, 60) * 1000000000 + bitShiftLeft(toInt128(1), 59 + halvings), 60 + halvings
  )) as decay_raw
from ordered
join paths on paths.path_no = ordered.conversion_no;
create table weighed engine = MergeTree order by conversion_no as
with candidates as (
  select
    conversion_no as candidates_no,
    toInt64(countIf(is_candidate)) as n,
    toInt64(countIf(coalesce(not is_direct and place < newest_from, false))) as sourced_before,
    sumOrNullIf(decay_raw, is_candidate) as decay_sum
  from chosen_touches
  group by conversion_no
),
shares as (
  select
    chosen_touches.conversion_no as conversion_no,
    chosen_touches.place as place,
    intDiv(chosen_touches.decay_raw * 1000000, candidates.decay_sum) as decay_floor,
    chosen_touches.decay_raw * 1000000 % candidates.decay_sum as decay_rest
  from chosen_touches
  join candidates on candidates.candidates_no = chosen_touches.conversion_no
  where chosen_touches.is_candidate
),
left_over as (
  select conversion_no, 1000000 - sum(decay_floor) as decay_left from shares group by conversion_no
),
decays as (
  select
    shares.conversion_no as conversion_no,
    shares.place as place,
    shares.decay_floor
      + toInt64(row_number() over (partition by shares.conversion_no order by shares.decay_rest desc, shares.place) <= left_over.decay_left) as weight
  from shares
  join left_over on left_over.conversion_no = shares.conversion_no
),
placed as (
  select
    chosen_touches.*,
    candidates.n as n,
    if(chosen_touches.has_sourced, chosen_touches.sourced_so_far - candidates.sourced_before, chosen_touches.place - chosen_touches.newest_from + 1) as i
  from chosen_touches
  join candidates on candidates.candidates_no = chosen_touches.conversion_no
)
select
  placed.conversion_no as conversion_no,
  placed.conversion_key as conversion_key,
  placed.touch_seq as touch_seq,
  placed.is_synthetic as is_synthetic,
  placed.origin_id as origin_id,
  placed.touched_at as touched_at,
  toInt32(if(placed.is_candidate, assumeNotNull(placed.i), 0)) as position,
  placed.in_window as in_window,
  placed.is_candidate as is_candidate,
  placed.join_method as join_method,
  1000000 * toInt32(coalesce(placed.place = placed.first_place, false)) as first_touch,
  1000000 * toInt32(coalesce(placed.place = placed.last_place, false)) as last_touch,
  1000000 * toInt32(coalesce(placed.place = if(placed.has_sourced, placed.last_sourced, placed.last_place), false)) as last_non_direct,
  1000000 * toInt32(coalesce(placed.place = placed.first_paid_place, false)) as first_paid,
  1000000 * toInt32(coalesce(placed.place = placed.last_paid_place and placed.place >= placed.newest_from, false)) as last_paid,
  toInt32(if(placed.is_candidate, intDivOrZero(1000000, placed.n) + toInt64(assumeNotNull(placed.i) <= moduloOrZero(1000000, placed.n)), 0)) as linear,
  toInt32(multiIf(
    not placed.is_candidate, 0,
    placed.n = 1, 1000000,
    placed.n = 2, 500000,
    placed.i = 1 or placed.i = placed.n, 400000,
    intDivOrZero(200000, placed.n - 2) + toInt64(assumeNotNull(placed.i) - 1 <= moduloOrZero(200000, placed.n - 2))
  )) as position_based,
  toInt32(coalesce(decays.weight, 0)) as time_decay,
  placed.channel as channel
from placed
left join decays on decays.conversion_no = placed.conversion_no and decays.place = placed.place;
