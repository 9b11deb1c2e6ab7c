-- One row per sender (browsers, each type of outcome of servers; those with the most events) with its hours before now that have events, of as many as
-- the period and the eight weeks before it have. An import is no sender: only events that arrived within two days count.
with
hours as materialized (
  select
    if(trust = 'browser', null, event_type) as event_type,
    date_diff('hour', occurred_at, $now::timestamp) as hours_ago,
    count(*) as events
  from events
  where
    occurred_at > $now::timestamp - to_hours($sender_hours::integer)
    and occurred_at <= $now::timestamp
    and received_at <= occurred_at + interval 2 day
    and not is_excluded
    and event_type not in ('tracking_suppressed', 'message_sent')
  group by all
)

select
  coalesce(event_type || ' of servers', 'browsers') as sender,
  list(hours_ago::integer order by hours_ago) as hours_ago,
  list(events::integer order by hours_ago) as events
from hours
group by event_type
order by event_type is not null, sum(events) desc, event_type
limit 50
