-- One row per sender (browsers, each type of outcome of servers) and day before now, one day and two days back, with the same 24 hours of each
-- of the eight weeks before: `week` 0 is now. An import is no sender: only events that arrived within two days count.
with
hours as materialized (
  select
    if(trust = 'browser', null, event_type) as event_type,
    date_diff('hour', occurred_at, $now::timestamp) as hours_ago,
    count(*) as events
  from events
  where
    occurred_at > $now::timestamp - interval 58 day
    and occurred_at <= $now::timestamp
    and received_at <= occurred_at + interval 2 day
    and not is_excluded
    and event_type <> 'tracking_suppressed'
  group by all
),

sent as (
  select coalesce(event_type || ' of servers', 'browsers') as sender, hours_ago, events from hours
),

counted as (
  select sender, (hours_ago // 24) % 7 as day_ago, hours_ago // 168 as week, sum(events) as events
  from sent
  where (hours_ago // 24) % 7 < 2
  group by all
),

begun as (
  select sender, max(hours_ago) as hours from sent group by sender
)

select
  begun.sender,
  days.day_ago::integer as day_ago,
  weeks.week::integer as week,
  coalesce(counted.events, 0)::integer as events
from begun
cross join (select unnest([0, 1]) as day_ago) as days
cross join (select unnest(range(0, 9)) as week) as weeks
left join counted using (sender, day_ago, week)
where weeks.week = 0 or begun.hours >= weeks.week * 168 + days.day_ago * 24 + 24
order by begun.sender, days.day_ago, weeks.week
