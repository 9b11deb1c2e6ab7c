-- One row per distinct path of channels, the most travelled first: what converted along it. `paths`, `path_conversions` and
-- `path_revenue` count all paths, whatever the limit.
-- needs: older_rates, priced_conversions
with
(total, lacks_all) -> cast(
  if(coalesce(lacks_all, false), null, coalesce(total, toDecimal128(0, 6))), 'Nullable(Decimal(38, 6))'
) as known_sum,

journeys as (
  select
    credit.conversion_no as conversion_no,
    arrayMap(step -> step.2, arraySort(groupArray((credit.position, origins.channel)))) as channels,
    min(credit.touched_at) as first_touched_at
  from credit
  join origins on origins.origin_id = credit.origin_id
  where credit.is_candidate and credit.conversion_no in (select conversion_no from priced_conversions)
  group by credit.conversion_no
),

transformed as (
  select
    priced_conversions.conversion_no as conversion_no,
    priced_conversions.amount as amount,
    priced_conversions.is_unpriced as lacks_rates,
    priced_conversions.unpriced_currency as unpriced_currency,
    toInt64(length(journeys.channels)) as touches,
    toUnixTimestamp64Micro(priced_conversions.converted_at) - toUnixTimestamp64Micro(journeys.first_touched_at) as duration_micros,
    multiIf(
      {transform:String} = 'exposure',
      arrayFilter((channel, i) -> i = 1 or channel <> journeys.channels[i - 1], journeys.channels, arrayEnumerate(journeys.channels)),
      {transform:String} = 'first',
      arrayFilter((channel, i) -> indexOf(journeys.channels, channel) = i, journeys.channels, arrayEnumerate(journeys.channels)),
      {transform:String} = 'frequency',
      arrayMap(
        channel -> concat(channel, '(', toString(countEqual(journeys.channels, channel)), ')'),
        arrayFilter((channel, i) -> indexOf(journeys.channels, channel) = i, journeys.channels, arrayEnumerate(journeys.channels))
      ),
      journeys.channels
    ) as path
  from journeys
  join priced_conversions on priced_conversions.conversion_no = journeys.conversion_no
),

by_path as (
  select
    path,
    count() as conversions,
    cast(sum(amount), 'Decimal(38, 6)') as known_revenue,
    min(transformed.lacks_rates) as lacks_rates,
    toInt64(sum(touches)) as touches,
    toInt128(sum(duration_micros)) as duration_micros
  from transformed
  group by path
),

totals as (
  select
    count() as paths,
    toInt64(sum(conversions)) as path_conversions,
    known_sum(sum(known_revenue), min(lacks_rates)) as path_revenue
  from by_path
),

top_paths as (
  select * from by_path order by conversions desc, known_revenue desc, path limit {limit:UInt64}
)

select
  (select maxOrNull(value) from settings where name = 'currency') as currency,
  totals.paths as paths,
  totals.path_conversions as path_conversions,
  totals.path_revenue as path_revenue,
  (select arraySort(groupUniqArray(assumeNotNull(unpriced_currency))) from transformed where unpriced_currency is not null) as unpriced_currencies,
  (
    select arraySort(groupArray(cast((currency, days, oldest), 'Tuple(currency Nullable(String), days Int32, oldest Int32)')))
    from older_rates
  ) as older_rates,
  top_paths.path as path,
  top_paths.conversions as conversions,
  if(top_paths.conversions is null, null, known_sum(top_paths.known_revenue, top_paths.lacks_rates)) as revenue,
  top_paths.touches as touches,
  top_paths.duration_micros as duration_micros
from totals
left join top_paths on true
order by top_paths.conversions desc nulls last, top_paths.known_revenue desc, top_paths.path;
