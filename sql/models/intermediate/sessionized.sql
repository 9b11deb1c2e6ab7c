-- One row per event on a page, with the seq of the event that opened its session.
create temp table sessionized as
with gaps as (
  select
    visitor_key, occurred_at, seq, is_page_view, origin_id, click_hash, engaged_seconds,
    lag(occurred_at) over browser as previous_at
  from page_events
  window browser as (partition by visitor_key order by occurred_at, seq)
)
select
  visitor_key,
  last_value(case when previous_at is null or occurred_at - previous_at > interval 30 minutes then seq end ignore nulls) over (
    partition by visitor_key order by occurred_at, seq rows between unbounded preceding and current row
  ) as session_seq,
  occurred_at,
  seq,
  is_page_view,
  origin_id,
  click_hash,
  engaged_seconds
from gaps
