-- One row per event on a page, with the seq of the event that opened its session.
-- needs: page_events, returns
-- makes: sessionized
create table sessionized engine = MergeTree order by session_seq as
with marked as (
  select
    visitor_key, occurred_at, engaged_ms, toUnixTimestamp64Micro(occurred_at) as at_us,
    seq * 8 + toInt64(seq in (select seq from returns)) * 4 + toInt64(is_page_view) * 2
      + toInt64(origin_id in (select origin_id from origins where not is_direct) and seq not in (select seq from returns)) as marked_seq
  from page_events
),
gaps as (
  select *, lagInFrame(toNullable(at_us)) over (partition by visitor_key order by at_us, marked_seq rows between unbounded preceding and current row) as previous_us
  from marked
),
opened as (
  select
    visitor_key, occurred_at, engaged_ms, marked_seq,
    last_value(if(previous_us is null or (at_us - previous_us > 1800000000 and bitAnd(marked_seq, 4) = 0), marked_seq, null)) ignore nulls over (
      partition by visitor_key order by at_us, marked_seq rows between unbounded preceding and current row
    ) as opening
  from gaps
)
select
  visitor_key,
  bitShiftRight(assumeNotNull(opening), 3) as session_seq,
  bitAnd(assumeNotNull(opening), 2) > 0 as begins_with_view,
  occurred_at,
  bitShiftRight(marked_seq, 3) as seq,
  bitAnd(marked_seq, 2) > 0 as is_page_view,
  bitAnd(marked_seq, 4) > 0 as is_return,
  bitAnd(marked_seq, 1) > 0 as is_sourced,
  engaged_ms
from opened;
