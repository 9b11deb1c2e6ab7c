-- One row per kind of browser: sessions of the period on the pages that both kinds landed on, and those of browsers that were seen before.
-- needs: quality_sessions
with
visits as (
  select
    coalesce(sessions.os = 'iOS' or contains(sessions.browser, 'Safari'), false) as is_safari,
    sessions.landing_path,
    exists (
      from sessions as earlier
      where
        earlier.visitor_key = sessions.visitor_key
        and earlier.started_at < sessions.started_at
        and earlier.session_day >= $date_from::date - 30
    ) as is_returning
  from quality_sessions
  join sessions using (session_seq)
),

shared_pages as (
  select landing_path from visits group by landing_path having count(distinct is_safari) = 2
)

select is_safari, count(*)::integer as visits, count_if(is_returning)::integer as returning_visits
from visits
semi join shared_pages using (landing_path)
group by is_safari
order by is_safari
