-- One row per distinct path of channels, the most travelled first: what converted along it. `paths`, `path_conversions` and
-- `path_revenue` count all paths, whatever the limit.
-- needs: known_sum, older_rates, priced_conversions, shown_path
-- columns: path?, conversions?, revenue?, touches?, duration_micros?, path_revenue?, unpriced_currencies?, older_rates?
with
journeys as (
  select
    credit.conversion_no,
    list(origins.channel order by credit.position) as channels,
    min(credit.touched_at) as first_touched_at
  from credit
  join priced_conversions using (conversion_no)
  join origins using (origin_id)
  where credit.is_candidate
  group by credit.conversion_no
),

transformed as (
  select
    priced_conversions.conversion_no,
    priced_conversions.amount,
    priced_conversions.is_unpriced as lacks_rate,
    priced_conversions.unpriced_currency,
    len(journeys.channels) as touches,
    epoch_us(priced_conversions.converted_at) - epoch_us(journeys.first_touched_at) as duration_micros,
    shown_path(journeys.channels, $transform) as path
  from journeys
  join priced_conversions using (conversion_no)
),

by_path as (
  select
    path,
    count(*) as conversions,
    sum(amount)::decimal(38, 6) as known_revenue,
    bool_and(lacks_rate) as lacks_rates,
    sum(touches)::bigint as touches,
    sum(duration_micros) as duration_micros
  from transformed
  group by path
),

totals as (
  select
    count(*) as paths,
    coalesce(sum(conversions), 0)::bigint as path_conversions,
    known_sum(sum(known_revenue), bool_and(lacks_rates))::decimal(38, 6) as path_revenue
  from by_path
),

top_paths as (
  select * from by_path order by conversions desc, known_revenue desc, path limit $limit::bigint
)

select
  (select max(value) from settings where name = 'currency') as currency,
  totals.paths,
  totals.path_conversions,
  totals.path_revenue,
  (select list(distinct unpriced_currency order by unpriced_currency) from transformed where unpriced_currency is not null) as unpriced_currencies,
  (select list({ currency: currency, days: days, oldest: oldest } order by currency) from older_rates) as older_rates,
  top_paths.path,
  top_paths.conversions,
  known_sum(top_paths.known_revenue, top_paths.lacks_rates)::decimal(38, 6) as revenue,
  top_paths.touches,
  top_paths.duration_micros
from totals
left join top_paths on true
order by top_paths.conversions desc, top_paths.known_revenue desc, top_paths.path
