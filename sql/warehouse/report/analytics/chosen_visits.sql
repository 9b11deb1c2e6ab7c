-- One row per visit that the filters let through and period of it: the requested one, and the one that it is compared with.
-- needs: chosen_origins, passes
-- makes: chosen_visits
create temp table chosen_visits as
with
sessions_of_both as not materialized (
  select *, true as is_current from sessions where session_day between $date_from::date and $date_to::date
  union all
  select *, false from sessions where session_day between $compared_from::date and $compared_to::date
)
select
  sessions_of_both.is_current,
  sessions_of_both.session_seq,
  sessions_of_both.visitor_key,
  sessions_of_both.person_key,
  sessions_of_both.started_at,
  sessions_of_both.ended_at,
  sessions_of_both.origin_id,
  sessions_of_both.page_views,
  sessions_of_both.engaged_ms,
  sessions_of_both.is_bounce,
  sessions_of_both.landing_path,
  sessions_of_both.device,
  sessions_of_both.browser,
  sessions_of_both.country
from sessions_of_both
semi join chosen_origins using (origin_id)
where
  ($device::varchar is null or passes(sessions_of_both.device, $device))
  and ($country::varchar is null or passes(sessions_of_both.country, $country))
