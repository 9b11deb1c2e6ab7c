-- One row: browsers of no customer, and those whose last event is older than a time and that an earlier look did not remove, with their events.
with
seen as (
  select visitor_key, epoch_us(max(occurred_at)) as last_us, max(seq) as last_seq, count(*) as events_count
  from events
  where visitor_key is not null and visitor_key not in (select visitor_key from visitor_people)
  group by visitor_key
),

judged as (
  select last_us < $before_us::bigint and (last_us >= $done_us::bigint or last_seq > $done_seq::bigint) as is_idle, events_count
  from seen
)

select
  count(*) as all_visitors,
  count(*) filter (where is_idle) as idle_visitors,
  coalesce(sum(events_count) filter (where is_idle), 0)::bigint as idle_events
from judged
