-- One row per browser with more than 500 sessions or 5,000 events within 24 hours.
-- needs: sessionized
insert into automated_visitors
with sizes as (
  select visitor_key, count(*) as events, count(*) filter (seq = session_seq) as sessions from sessionized group by visitor_key
),
busy as (
  select visitor_key from sizes where events > 5000 or sessions > 500
),
counted as (
  select
    visitor_key,
    count(*) over day_before as events,
    count(*) filter (seq = session_seq) over day_before as sessions
  from sessionized
  where visitor_key in (select visitor_key from busy)
  window day_before as (
    partition by visitor_key order by occurred_at range between interval 24 hours preceding and current row
  )
)
select distinct visitor_key from counted where events > 5000 or sessions > 500
