-- One row per kind of browser: sessions of the period on the pages that both kinds landed on, and those of browsers that were seen before.
with
first_visits as (
  select visitor_key, min(started_at) as started_at from sessions where session_day >= $date_from::date - 30 group by visitor_key
),

visits as (
  select
    coalesce(sessions.os = 'iOS' or contains(sessions.browser, 'Safari'), false) as is_safari,
    sessions.landing_path,
    first_visits.started_at < sessions.started_at as is_returning
  from sessions
  join first_visits using (visitor_key)
  where sessions.session_day between $date_from::date and $date_to::date
),

pages as (
  select landing_path, is_safari, count(*) as visits, count_if(is_returning) as returning_visits from visits group by all
)

select is_safari, sum(visits)::integer as visits, sum(returning_visits)::integer as returning_visits
from pages
where landing_path in (select landing_path from pages group by landing_path having count(*) = 2)
group by is_safari
order by is_safari
