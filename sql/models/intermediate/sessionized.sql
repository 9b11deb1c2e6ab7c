-- One row per event on a page, with the seq of the event that opened its session.
-- needs: page_events, returns
-- makes: sessionized
create temp table sessionized as
with marked as (
  -- What an event is stands in the last three bits of one number: each column that the windows carry is a tenth of their time.
  select
    visitor_key, occurred_at, engaged_ms,
    seq * 8 + (seq in (select seq from returns))::bigint * 4 + is_page_view::bigint * 2
      + (origin_id in (select origin_id from origins where not is_direct) and seq not in (select seq from returns))::bigint as marked_seq
  from page_events
),
gaps as (
  select *, lag(occurred_at) over (partition by visitor_key order by occurred_at, marked_seq) as previous_at from marked
),
opened as (
  select
    visitor_key, occurred_at, engaged_ms, marked_seq,
    last_value(case when previous_at is null or (occurred_at - previous_at > interval 30 minutes and marked_seq & 4 = 0) then marked_seq end ignore nulls) over (
      partition by visitor_key order by occurred_at, marked_seq rows between unbounded preceding and current row
    ) as opening
  from gaps
)
select
  visitor_key,
  opening >> 3 as session_seq,
  opening & 2 > 0 as begins_with_view,
  occurred_at,
  marked_seq >> 3 as seq,
  marked_seq & 2 > 0 as is_page_view,
  marked_seq & 4 > 0 as is_return,
  marked_seq & 1 > 0 as is_sourced,
  engaged_ms
from opened
