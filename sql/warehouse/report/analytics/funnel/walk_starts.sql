-- One row per first step in the period that the filters let through, with its key in the dimension.
-- needs: chosen_origins, passes, step_events
-- makes: walk_starts
create temp table walk_starts as
with
begun as (
  select step_events.person_key, step_events.occurred_at, step_events.visitor_key, step_events.moment
  from step_events
  asof join zone_shifts on step_events.occurred_at >= zone_shifts.from_at
  where
    step_events.step_no = 1
    and step_events.person_key is not null
    and (step_events.occurred_at + to_seconds(zone_shifts.shift_seconds))::date between $date_from::date and $date_to::date
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
)

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
  (not $is_filtered::boolean or chosen_origins.origin_id is not null)
  and ($device::varchar is null or passes(in_visits.device, $device))
  and ($country::varchar is null or passes(in_visits.country, $country))
