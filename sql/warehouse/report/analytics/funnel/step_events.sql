-- One row per event that is a step of the funnel and step that it is, with the person who took it. Moments are in the order of time, then of seq.
-- makes: step_events
create temp table step_events as
with
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
)

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
