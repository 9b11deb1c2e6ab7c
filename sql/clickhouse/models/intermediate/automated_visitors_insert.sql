-- One row per browser with more than 500 sessions or 5,000 events within 24 hours.
-- needs: sessionized
-- A frame of 24 hours in microseconds is wider than a RANGE may be here (32 bits); so: how long ago was the 5,000th event, the 500th session before?
insert into automated_visitors
with sizes as (
  select visitor_key, count() as events, countIf(seq = session_seq) as sessions from sessionized group by visitor_key
),
of_busy as (
  select visitor_key, seq, session_seq, toUnixTimestamp64Micro(occurred_at) as at_us
  from sessionized
  where visitor_key in (select visitor_key from sizes where events > 5000 or sessions > 500)
),
spans as (
  select visitor_key, at_us - lagInFrame(toNullable(at_us), 5000) over (partition by visitor_key order by at_us, seq rows between unbounded preceding and current row) as span
  from of_busy
  union all
  select visitor_key, at_us - lagInFrame(toNullable(at_us), 500) over (partition by visitor_key order by at_us, seq rows between unbounded preceding and current row)
  from of_busy
  where seq = session_seq
)
select distinct visitor_key from spans where span <= 86400000000;
