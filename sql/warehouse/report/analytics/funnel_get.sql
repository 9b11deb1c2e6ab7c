-- One row per key of the dimension and step, of the keys from which most people began; the key is null for all people together.
-- A person walks from the first step in the period, in which the furthest walk within $within_days begins; each step is a later event than the one
-- before it, and the last is a counted conversion of the goal.
-- needs: chosen_origins, passes
-- columns: key?, median_micros?
with
asked as (
  select
    coalesce($channel, $source, $medium, $campaign, $device, $country)::varchar is not null as is_filtered,
    len($steps::varchar[]) + 1 as last_step,
    $within_days::bigint * 86400000000 as within_micros
),

-- `page:/blog/*` is each page whose path begins so; types of events are compared as everywhere.
steps as (
  select
    generate_subscripts($steps::varchar[], 1) as step_no,
    unnest($steps::varchar[]) as step
),

page_steps as (
  select step_no, rtrim(substr(step, 6), '*') as path, ends_with(step, '*') as is_start
  from steps
  where starts_with(step, 'page:')
),

event_steps as (
  select step_no, lower(trim(substr(step, 7))) as type_key from steps where starts_with(step, 'event:')
),

facts as not materialized (
  select seq, occurred_at, visitor_key, trust, type_key, path, is_page_view, is_excluded
  from events
  where
    occurred_at >= $date_from::date - interval 2 days
    and occurred_at < $date_to::date + to_days(($within_days + 3)::integer)
    and seq not in (select seq from withdrawn_facts)
),

matching_paths as (
  select paths.path, page_steps.step_no
  from (select distinct path from facts where is_page_view and path is not null) as paths
  join page_steps on paths.path = page_steps.path or (page_steps.is_start and starts_with(paths.path, page_steps.path))
),

matched as (
  select facts.*, matching_paths.step_no
  from facts
  join matching_paths using (path)
  where facts.is_page_view and not facts.is_excluded
  union all
  select facts.*, event_steps.step_no
  from facts
  join event_steps using (type_key)
  where not (facts.is_excluded and facts.trust = 'browser')
),

-- Whom a server names counts before the browser, as in outcomes.
identified as (
  select
    event_identifiers.seq,
    min_by(coalesce(component_map.person_key, identifier_map.customer_no), event_identifiers.priority) as person_key
  from event_identifiers
  join identifier_map using (identifier_key)
  left join component_map using (customer_no)
  where event_identifiers.seq in (select seq from matched where trust = 'server')
  group by event_identifiers.seq
),

placed as materialized (
  select
    coalesce(outcomes.person_key, identified.person_key, visitor_people.person_key, -matched.visitor_key) as person_key,
    matched.occurred_at,
    matched.visitor_key,
    matched.step_no,
    epoch_us(matched.occurred_at)::hugeint * 4611686018427387904 + matched.seq as moment
  from matched
  left join outcomes on outcomes.outcome_seq = matched.seq
  left join identified on identified.seq = matched.seq
  left join visitor_people on visitor_people.visitor_key = matched.visitor_key
  where matched.visitor_key is null or matched.visitor_key not in (select visitor_key from automated_visitors)
),

begun as (
  select placed.person_key, placed.occurred_at, placed.visitor_key, placed.moment
  from placed
  asof join zone_shifts on placed.occurred_at >= zone_shifts.from_at
  where
    placed.step_no = 1
    and placed.person_key is not null
    and (placed.occurred_at + to_seconds(zone_shifts.shift_seconds))::date between $date_from::date and $date_to::date
),

-- The visit in which a walk begins, if it begins in one.
in_visits as (
  select
    begun.person_key,
    begun.moment,
    sessions.origin_id,
    sessions.device,
    sessions.country
  from begun
  left join sessions
    on sessions.visitor_key = begun.visitor_key and begun.occurred_at between sessions.started_at and sessions.ended_at
),

starts as materialized (
  select
    in_visits.person_key,
    in_visits.moment,
    coalesce(
      case $dimension
        when 'channel' then chosen_origins.channel
        when 'source' then chosen_origins.source
        when 'medium' then chosen_origins.medium
        when 'campaign' then chosen_origins.campaign
        when 'device' then in_visits.device
        when 'country' then in_visits.country
      end,
      '(unknown)'
    ) as key
  from in_visits
  left join chosen_origins using (origin_id)
  where
    (not (select is_filtered from asked) or chosen_origins.origin_id is not null)
    and ($device::varchar is null or passes(in_visits.device, $device))
    and ($country::varchar is null or passes(in_visits.country, $country))
),

later as materialized (
  select person_key, moment, step_no from placed where step_no > 1 and person_key is not null
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
  select starts.*, step.moment as moment_2
  from starts
  asof left join (select * from later where step_no = 2) as step on starts.person_key = step.person_key and starts.moment < step.moment
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
