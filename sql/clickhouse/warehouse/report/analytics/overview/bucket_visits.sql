-- One row per bucket with visits that the filters let through: figures of visits, and how many people they are of.
-- needs: bucket_days, chosen_origins
-- makes: bucket_visits
create temporary table bucket_visits as
with
(value, asked) -> multiIf(
  startsWith(asked, '='), coalesce(value = substring(asked, 2), false),
  startsWith(asked, '!'), value is distinct from substring(asked, 2),
  coalesce(value, '') in ('', '(none)', '(unknown)')
) as passes,

coalesce(
  {channel:Nullable(String)}, {source:Nullable(String)}, {medium:Nullable(String)}, {campaign:Nullable(String)}
) is null as is_any_origin,

chosen_sessions as (
  select session_day as day, person_key, page_views, is_bounce, engaged_ms
  from sessions
  where
    session_day between {date_from:Date32} and {date_to:Date32}
    and ({device:Nullable(String)} is null or passes(device, {device:Nullable(String)}))
    and ({country:Nullable(String)} is null or passes(country, {country:Nullable(String)}))
    and (is_any_origin or origin_id in (select origin_id from chosen_origins))
)

select
  bucket_days.bucket as bucket,
  toInt64(sum(chosen_sessions.page_views)) as pageviews,
  toInt64(count()) as sessions,
  toInt64(countIf(chosen_sessions.is_bounce)) as bounces,
  toInt64(sum(chosen_sessions.engaged_ms)) as engaged_ms,
  toInt64(uniqExact(chosen_sessions.person_key)) as visitors
from chosen_sessions
join bucket_days on bucket_days.day = chosen_sessions.day
group by bucket_days.bucket;
