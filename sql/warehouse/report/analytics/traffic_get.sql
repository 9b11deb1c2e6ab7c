-- One row per period and key of the dimension, of the keys that have most of what they are sorted by; the key is null for all keys together.
-- Figures of visits follow the visit's arrival, conversions the credited touch, as in the overview. Weights are millionths.
-- needs: chosen_origins, chosen_visits, counted_conversions, credited_touches
-- columns: key?
with
asked as (
  select
    coalesce($channel, $source, $medium, $campaign, $device, $country)::varchar is not null as is_filtered
),

-- The event of a visit's arrival, which has its term and content.
arrivals as (
  select session_seq, min_by(touch_seq, (touched_at, touch_seq)) as seq
  from touches
  where $dimension in ('term', 'content') and session_seq is not null
  group by session_seq
),

tagged as (
  select seq, if($dimension = 'term', utm_term, utm_content) as tag
  from events
  where $dimension in ('term', 'content') and if($dimension = 'term', utm_term, utm_content) <> ''
),

-- A referrer of the profile's own is none.
referrers as (
  select origin_id, referrer_host
  from origin_parts
  where $dimension = 'referrer' and referrer_host is not null and coalesce(referrer_domain not in (select domain from own_domains), true)
),

first_visits as (
  select person_key, min(started_at) as started_at from sessions where $dimension = 'visitor_type' group by person_key
),

visits as materialized (
  select
    chosen_visits.is_current,
    chosen_visits.person_key,
    chosen_visits.page_views,
    chosen_visits.is_bounce,
    chosen_visits.engaged_ms,
    case $dimension
      when 'channel' then chosen_origins.channel
      when 'source' then chosen_origins.source
      when 'medium' then chosen_origins.medium
      when 'campaign' then chosen_origins.campaign
      when 'term' then coalesce(tagged.tag, '(none)')
      when 'content' then coalesce(tagged.tag, '(none)')
      when 'referrer' then coalesce(referrers.referrer_host, '(none)')
      when 'landing_page' then coalesce(chosen_visits.landing_path, '(none)')
      when 'country' then coalesce(chosen_visits.country, '(unknown)')
      when 'device' then coalesce(chosen_visits.device, '(unknown)')
      when 'browser' then coalesce(chosen_visits.browser, '(unknown)')
      when 'visitor_type' then if(chosen_visits.started_at = first_visits.started_at, 'new', 'returning')
    end as key
  from chosen_visits
  join chosen_origins using (origin_id)
  left join arrivals on arrivals.session_seq = chosen_visits.session_seq
  left join tagged on tagged.seq = coalesce(arrivals.seq, chosen_visits.session_seq)
  left join referrers on referrers.origin_id = chosen_visits.origin_id
  left join first_visits on first_visits.person_key = chosen_visits.person_key
),

visit_sums as (
  select
    key,
    is_current,
    count(*) as visits,
    sum(page_views)::bigint as views,
    count_if(is_bounce) as bounces,
    sum(engaged_ms)::bigint as engaged_ms
  from visits
  group by grouping sets ((key, is_current), (is_current))
),

people_sums as (
  select key, is_current, count(*) as people
  from (select distinct key, is_current, person_key from visits)
  group by key, is_current
  union all
  select null, is_current, count(*)
  from (select distinct is_current, person_key from visits)
  group by is_current
),

credited as (
  select
    credited_touches.is_current,
    credited_touches.weight,
    case $dimension
      when 'channel' then chosen_origins.channel
      when 'source' then chosen_origins.source
      when 'medium' then chosen_origins.medium
      when 'campaign' then chosen_origins.campaign
      when 'term' then coalesce(tagged.tag, '(none)')
      when 'content' then coalesce(tagged.tag, '(none)')
      when 'referrer' then coalesce(referrers.referrer_host, '(none)')
      when 'landing_page' then coalesce(credited_touches.landing_path, '(none)')
      when 'country' then coalesce(credited_touches.country, '(unknown)')
      when 'device' then coalesce(credited_touches.device, '(unknown)')
      when 'browser' then coalesce(sessions.browser, '(unknown)')
      when 'visitor_type' then case
        when sessions.session_seq is null then '(unknown)'
        when sessions.started_at = first_visits.started_at then 'new'
        else 'returning'
      end
    end as key
  from credited_touches
  join chosen_origins using (origin_id)
  left join sessions on sessions.session_seq = credited_touches.session_seq
  left join tagged on tagged.seq = credited_touches.touch_seq
  left join referrers on referrers.origin_id = credited_touches.origin_id
  left join first_visits on first_visits.person_key = sessions.person_key
),

credit_sums as (
  select key, is_current, sum(weight)::bigint as credited_millionths
  from credited
  group by grouping sets ((key, is_current), (is_current))
),

counted_sums as (
  select is_current, count(*) * 1000000 as counted_millionths from counted_conversions group by is_current
),

figures as (
  select
    coalesce(visit_sums.key, credit_sums.key) as key,
    coalesce(visit_sums.is_current, credit_sums.is_current) as is_current,
    coalesce(visit_sums.visits, 0) as visits,
    coalesce(people_sums.people, 0) as people,
    coalesce(visit_sums.views, 0) as views,
    coalesce(visit_sums.bounces, 0) as bounces,
    coalesce(visit_sums.engaged_ms, 0) as engaged_ms,
    coalesce(credit_sums.credited_millionths, 0) as credited_millionths
  from visit_sums
  full join credit_sums
    on credit_sums.key is not distinct from visit_sums.key and credit_sums.is_current = visit_sums.is_current
  left join people_sums
    on people_sums.key is not distinct from visit_sums.key and people_sums.is_current = visit_sums.is_current
),

compared_keys as (
  select
    key,
    case $sort
      when 'people' then people
      when 'views' then views
      when 'conversions' then credited_millionths
      else visits
    end as size,
    is_current,
    visits
  from figures
  where key is not null
),

places as (
  select
    key,
    row_number() over (
      order by
        coalesce(sum(size) filter (where is_current), 0) desc,
        coalesce(sum(visits) filter (where is_current), 0) desc,
        sum(size) desc,
        key
    ) as place
  from compared_keys
  group by key
),

shown as (
  select key, place from places where place <= $limit::bigint
  union all
  select null, 0
)

select
  shown.place,
  shown.key,
  periods.is_current,
  coalesce(figures.visits, 0) as visits,
  coalesce(figures.people, 0) as people,
  coalesce(figures.views, 0) as views,
  coalesce(figures.bounces, 0) as bounces,
  coalesce(figures.engaged_ms, 0) as engaged_ms,
  coalesce(figures.credited_millionths, 0) as credited_millionths,
  coalesce(if(asked.is_filtered, figures.credited_millionths, counted_sums.counted_millionths), 0) as counted_millionths,
  (select count(*) from places) as keys
from shown
cross join (select unnest([true, false]) as is_current) as periods
cross join asked
left join figures on figures.key is not distinct from shown.key and figures.is_current = periods.is_current
left join counted_sums on counted_sums.is_current = periods.is_current
order by shown.place, periods.is_current desc
