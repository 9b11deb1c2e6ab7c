-- One row per browser of no customer whose last event is older than a time and that an earlier look did not remove, the longest unseen first.
with
seen as (
  select visitor_key, epoch_us(max(occurred_at)) as last_us, max(seq) as last_seq
  from events
  where visitor_key is not null and visitor_key not in (select visitor_key from visitor_people)
  group by visitor_key
)

select visitor_key, last_us
from seen
where last_us < $before_us::bigint and (last_us >= $done_us::bigint or last_seq > $done_seq::bigint)
order by last_us, visitor_key
limit $limit::bigint
