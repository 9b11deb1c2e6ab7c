-- One row per day of the range: visits and page views that count, and what is left out of them as robots'.
-- columns: visits, pageviews, robot_visits, robot_pageviews
with
robots as (
  select
    (events.occurred_at + to_seconds(zone_shifts.shift_seconds))::date as day,
    count_if(events.is_page_view) as views,
    count(distinct events.visitor_key) as visits
  from events
  asof join zone_shifts on events.occurred_at >= zone_shifts.from_at
  where
    events.has_page and events.is_bot and not coalesce(regexp_matches(events.bot_agent, '^(internal traffic|quarantined key): '), false)
    and events.occurred_at between $date_from::date - interval 2 days and $date_to::date + interval 2 days
  group by all
),

counted as (
  select session_day as day, count(*) as visits, sum(page_views) as views
  from sessions
  where session_day between $date_from::date and $date_to::date
  group by all
)

select
  calendar.day::varchar as day,
  coalesce(counted.visits, 0)::bigint as visits,
  coalesce(counted.views, 0)::bigint as pageviews,
  coalesce(robots.visits, 0)::bigint as robot_visits,
  coalesce(robots.views, 0)::bigint as robot_pageviews
from (select unnest(generate_series($date_from::date, $date_to::date, interval 1 day))::date as day) as calendar
left join counted on counted.day = calendar.day
left join robots on robots.day = calendar.day
order by calendar.day
