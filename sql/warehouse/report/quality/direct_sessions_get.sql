-- One row per week of seven days that ends with the period (0: the last one), up to eight weeks back: its sessions, and the direct ones. Each
-- weekday is in each week once. Lines of evidence are in `landing_pages` of week 0: pages whose direct sessions grew most.
with
weeks as (
  select
    date_diff('day', session_day, $date_to::date) // 7 as week,
    origins.is_direct,
    sessions.landing_path
  from sessions
  join origins using (origin_id)
  where sessions.session_day between $date_to::date - 62 and $date_to::date
),

pages as (
  select
    coalesce(landing_path, '(none)') as page,
    count_if(week = 0) as direct_now,
    count_if(week > 0) / 8.0 as direct_before
  from weeks
  where is_direct
  group by all
)

select
  week::integer as week,
  count(*)::integer as sessions,
  count_if(is_direct)::integer as direct,
  if(week = 0, coalesce((
    select list({ page: page, now: direct_now::integer, before: direct_before::double } order by direct_now - direct_before desc, page)
    from (from pages where direct_now > direct_before order by direct_now - direct_before desc, page limit 10)
  ), []), []) as landing_pages
from weeks
group by week
order by week
