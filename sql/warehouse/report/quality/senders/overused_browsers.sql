-- One row per browser with a share of the period's visits that one person's browser cannot have: a fixed id for all visitors, a program, or a machine
-- of one's own.
-- needs: quality_sessions
-- makes: overused_browsers
create temp table overused_browsers as
with
busiest as (
  select visitor_key, count(*) as visits
  from quality_sessions
  where visitor_key in (select unnest(approx_top_k(visitor_key, 10)) from quality_sessions)
  group by visitor_key
),

described as (
  select
    sessions.visitor_key,
    count(distinct sessions.session_day) as days,
    count(distinct coalesce(sessions.device, '') || coalesce(sessions.os, '') || coalesce(sessions.browser, '')) as devices
  from sessions
  where sessions.session_day between $date_from::date and $date_to::date and sessions.visitor_key in (select visitor_key from busiest)
  group by sessions.visitor_key
),

everybody as (
  select count(*) as visits from quality_sessions
)

select busiest.visitor_key, busiest.visits, described.days, described.devices
from busiest
join described using (visitor_key)
cross join everybody
where busiest.visits >= 50 and (busiest.visits >= 0.05 * everybody.visits or (described.devices >= 4 and busiest.visits >= 0.01 * everybody.visits))
