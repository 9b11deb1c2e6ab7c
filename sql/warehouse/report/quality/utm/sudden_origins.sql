-- One row per origin of the last week that came suddenly, and whose visits leave at once and buy nothing.
-- needs: origin_values, quality_sessions
-- makes: sudden_origins
create temp table sudden_origins as
with
-- Origins are far fewer than visits, and their texts far longer.
seen_before as (
  select distinct origin_parts.utm_source, origin_parts.utm_campaign, origin_parts.referrer_domain
  from (select distinct origin_id from sessions where session_day between $date_from::date - 56 and $date_to::date - 7) as seen
  join origin_parts using (origin_id)
),

recent as (
  select utm_source, utm_campaign, referrer_domain, sum(sessions) as sessions, sum(bounces) as bounces, list(origin_id) as origin_ids
  from origin_values as parts
  where coalesce(utm_source, referrer_domain) is not null and first_day > $date_to::date - 7
  group by all
),

sold as (
  select distinct credit.origin_id
  from credit
  join conversions using (conversion_no)
  where conversions.converted_day between $date_from::date and $date_to::date
)

select unnest(recent.origin_ids) as origin_id, coalesce(recent.utm_source, recent.referrer_domain) as value
from recent
where
  recent.sessions >= 30
  and recent.sessions >= 0.02 * (select count(*) from quality_sessions where session_day > $date_to::date - 7)
  and recent.bounces > 0.95 * recent.sessions
  and not exists (
    from seen_before
    where
      seen_before.utm_source is not distinct from recent.utm_source
      and seen_before.utm_campaign is not distinct from recent.utm_campaign
      and seen_before.referrer_domain is not distinct from recent.referrer_domain
  )
  and not exists (from sold where list_contains(recent.origin_ids, sold.origin_id))
