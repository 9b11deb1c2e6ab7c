-- One row per time in which a sender was silent: events of the sender that happened then and arrived later than two days after.
select
  spans.at::integer as at,
  count(events.seq)::integer as events
from (
  select
    unnest(range(len($senders::varchar[]))) as at,
    unnest($senders::varchar[]) as sender,
    unnest($from_times::varchar[])::timestamp as from_at,
    unnest($to_times::varchar[])::timestamp as to_at
) as spans
join events on events.occurred_at >= spans.from_at and events.occurred_at < spans.to_at
where
  events.received_at > events.occurred_at + interval 2 day
  and not events.is_excluded
  and coalesce(if(events.trust = 'browser', null, events.event_type) || ' of servers', 'browsers') = spans.sender
group by spans.at
