-- One row per period and key of the dimension, of the keys that have most of what they are sorted by; the key is null for all keys together.
-- Figures of visits follow the visit's arrival, conversions the credited touch, as in the overview. Weights are millionths.
-- needs: counted_conversions, keyed_credit, keyed_visits
-- columns: key?
with
visit_sums as (
  select
    key,
    is_current,
    count(*) as visits,
    sum(page_views)::bigint as views,
    count_if(is_bounce) as bounces,
    sum(engaged_ms)::bigint as engaged_ms
  from keyed_visits
  group by grouping sets ((key, is_current), (is_current))
),

people_sums as (
  select key, is_current, count(*) as people
  from (select distinct key, is_current, person_key from keyed_visits)
  group by key, is_current
  union all
  select null, is_current, count(*)
  from (select distinct is_current, person_key from keyed_visits)
  group by is_current
),

credit_sums as (
  select key, is_current, sum(weight)::bigint as credited_millionths
  from keyed_credit
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
  coalesce(if($is_filtered::boolean, figures.credited_millionths, counted_sums.counted_millionths), 0) as counted_millionths,
  (select count(*) from places) as keys
from shown
cross join (select unnest([true, false]) as is_current) as periods
left join figures on figures.key is not distinct from shown.key and figures.is_current = periods.is_current
left join counted_sums on counted_sums.is_current = periods.is_current
order by shown.place, periods.is_current desc
