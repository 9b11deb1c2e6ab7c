-- One row per local day of the period: what was taken in on it, and what was noticed about it.
with
days as (
  select unnest(generate_series(local_day - ($days::integer - 1), local_day, interval 1 day))::date as day
  from (
    select ($now::timestamp + to_seconds(arg_max(shift_seconds, from_at)))::date as local_day
    from zone_shifts
    where from_at <= $now::timestamp
  )
),

taken as (
  select
    (events.received_at + to_seconds(zone_shifts.shift_seconds))::date as day,
    events.*,
    coalesce(starts_with(bot_agent, 'internal traffic: '), false) as is_marked,
    coalesce(starts_with(bot_agent, 'quarantined key: '), false) as is_quarantined,
    if(event_type = 'tracking_suppressed', json_extract_string(properties, '$.reason'), null) as reason,
    -- A browser says it, so no more is believed than a page could hold back.
    if(event_type = 'tracking_suppressed', least(10000, greatest(0, coalesce(try_cast(json_extract_string(properties, '$.count') as bigint), 0))), 0)
      as suppressed
  from events
  asof join zone_shifts on events.received_at >= zone_shifts.from_at
  where events.received_at >= $now::timestamp - to_days($days::integer + 2)
),

counted as (
  select
    day,
    count(*) filter (where trust = 'browser' and event_type <> 'tracking_suppressed') as browser_events,
    count(*) filter (where trust = 'server') as server_events,
    count(*) filter (where is_page_view and not is_excluded) as page_views,
    count(*) filter (where is_bot and not is_marked and not is_quarantined) as bots,
    count(*) filter (where is_marked or (is_excluded and not is_bot)) as internal,
    count(*) filter (where is_quarantined) as quarantined,
    count(*) filter (where list_has_any(flags, ['late_clamped', 'future_clamped'])) as clamped_clocks,
    count(*) filter (where list_contains(flags, 'expired_link_token')) as expired_link_tokens,
    count(*) filter (where list_contains(flags, 'refused_link_token') and not list_contains(flags, 'expired_link_token')) as refused_link_tokens,
    sum(suppressed) filter (where reason = 'consent') as suppressed_consent,
    sum(suppressed) filter (where reason = 'gpc') as suppressed_gpc,
    sum(suppressed) filter (where reason = 'opt_out') as suppressed_opt_out
  from taken
  group by day
),

repeated as (
  select (received_at + to_seconds(shift_seconds))::date as day, count(*) as duplicates
  from repeated_events
  asof join zone_shifts on received_at >= from_at
  where received_at >= $now::timestamp - to_days($days::integer + 2)
  group by all
)

select
  days.day,
  coalesce(browser_events, 0) as browser_events,
  coalesce(server_events, 0) as server_events,
  coalesce(page_views, 0) as page_views,
  coalesce(bots, 0) as bots,
  coalesce(internal, 0) as internal,
  coalesce(quarantined, 0) as quarantined,
  coalesce(clamped_clocks, 0) as clamped_clocks,
  coalesce(expired_link_tokens, 0) as expired_link_tokens,
  coalesce(refused_link_tokens, 0) as refused_link_tokens,
  coalesce(suppressed_consent, 0)::bigint as suppressed_consent,
  coalesce(suppressed_gpc, 0)::bigint as suppressed_gpc,
  coalesce(suppressed_opt_out, 0)::bigint as suppressed_opt_out,
  coalesce(duplicates, 0) as duplicates
from days
left join counted using (day)
left join repeated using (day)
order by days.day
