-- One row per key of the dimension and step, of the keys from which most people began; the key is null for all people together.
-- A person walks from the first step in the period, in which the furthest walk within $within_days begins; each step is a later event than the one
-- before it, and the last is a counted conversion of the goal.
-- needs: step_events, walk_starts
-- columns: key?, median_micros?
with
asked as (
  select
    len($steps::varchar[]) + 1 as last_step,
    $within_days::bigint * 86400000000 as within_micros
),

later as materialized (
  select person_key, moment, step_no from step_events where step_no > 1 and person_key is not null
  union all
  select
    conversions.person_key,
    epoch_us(conversions.converted_at)::hugeint * 4611686018427387904 + conversions.outcome_seq,
    asked.last_step
  from conversions
  cross join asked
  where conversions.conversion_key = $goal and conversions.is_counted
),

-- At most seven steps: each is the next event of its kind after the one before it.
second as (
  select walk_starts.*, step.moment as moment_2
  from walk_starts
  asof left join (select * from later where step_no = 2) as step on walk_starts.person_key = step.person_key and walk_starts.moment < step.moment
),

third as (
  select second.*, step.moment as moment_3
  from second
  asof left join (select * from later where step_no = 3) as step on second.person_key = step.person_key and second.moment_2 < step.moment
),

fourth as (
  select third.*, step.moment as moment_4
  from third
  asof left join (select * from later where step_no = 4) as step on third.person_key = step.person_key and third.moment_3 < step.moment
),

fifth as (
  select fourth.*, step.moment as moment_5
  from fourth
  asof left join (select * from later where step_no = 5) as step on fourth.person_key = step.person_key and fourth.moment_4 < step.moment
),

sixth as (
  select fifth.*, step.moment as moment_6
  from fifth
  asof left join (select * from later where step_no = 6) as step on fifth.person_key = step.person_key and fifth.moment_5 < step.moment
),

seventh as (
  select sixth.*, step.moment as moment_7
  from sixth
  asof left join (select * from later where step_no = 7) as step on sixth.person_key = step.person_key and sixth.moment_6 < step.moment
),

timed as (
  select
    person_key,
    key,
    moment,
    list_transform(
      [moment, moment_2, moment_3, moment_4, moment_5, moment_6, moment_7],
      lambda reached: (reached // 4611686018427387904)::bigint
    ) as micros
  from seventh
),

walks as (
  select
    timed.person_key,
    timed.key,
    timed.moment,
    list_filter(timed.micros, lambda reached: reached is not null and reached - timed.micros[1] <= asked.within_micros) as micros
  from timed
  cross join asked
),

furthest as (
  select key, micros
  from walks
  qualify row_number() over (partition by person_key order by len(micros) desc, moment) = 1
),

numbers as (
  select unnest(generate_series(1, last_step)) as step_no from asked
),

reached as (
  select
    furthest.key,
    numbers.step_no,
    count(*) as people,
    quantile_disc(furthest.micros[numbers.step_no] - furthest.micros[numbers.step_no - 1], 0.5) as median_micros
  from furthest
  join numbers on len(furthest.micros) >= numbers.step_no
  group by grouping sets ((furthest.key, numbers.step_no), (numbers.step_no))
),

places as (
  select key, row_number() over (order by people desc, key) as place
  from reached
  where step_no = 1 and key is not null and people >= $fewest::bigint
),

shown as (
  select key, place from places where place <= $limit::bigint
  union all
  select null, 0
)

select
  shown.place,
  shown.key,
  numbers.step_no,
  coalesce(reached.people, 0) as people,
  reached.median_micros,
  (select count(*) from places) as keys
from shown
cross join numbers
left join reached on reached.key is not distinct from shown.key and reached.step_no = numbers.step_no
order by shown.place, numbers.step_no
