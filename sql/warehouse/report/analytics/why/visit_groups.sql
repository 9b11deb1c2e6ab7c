-- One row per day, origin and place of the dimension with visits of the two periods. Visits are counted before their origins are looked up: there are
-- far fewer origins than visits.
-- needs: first_goal_conversions, passes
-- makes: visit_groups
create temp table visit_groups as
select
  sessions.session_day as day,
  sessions.origin_id,
  case $dimension
    when 'landing_page' then coalesce(sessions.landing_path, '(none)')
    when 'country' then coalesce(sessions.country, '(unknown)')
    when 'device' then coalesce(sessions.device, '(unknown)')
    when 'customer' then if(first_goal_conversions.first_at < sessions.started_at, 'returning', 'new')
  end as place,
  count(*) as visits
from sessions
left join first_goal_conversions using (person_key)
where
  (
    sessions.session_day between $date_from::date and $date_to::date
    or sessions.session_day between $compared_from::date and $compared_to::date
  )
  and ($device::varchar is null or passes(sessions.device, $device))
  and ($country::varchar is null or passes(sessions.country, $country))
  and ($landing_page::varchar is null or coalesce(sessions.landing_path, '(none)') = $landing_page)
group by all
