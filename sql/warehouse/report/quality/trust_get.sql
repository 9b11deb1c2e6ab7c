-- One row: what limits how far the figures of a range can be trusted.
-- columns: ripe_after_days?, fitted?, incomplete_from?
-- columns: model 'first_touch'|'last_touch'|'last_non_direct'|'first_paid'|'last_paid'|'linear'|'position_based'|'time_decay'|'data_driven'
with
counted as (
  select conversion_no, converted_at, first_touched_at, is_attributed, net_amount, currency
  from conversions
  where conversion_key = $goal and is_counted and converted_day between $date_from::date and $date_to::date
),

shares as (
  select
    origins.channel,
    sum(credit.first_touch) as first_touch,
    sum(credit.last_touch) as last_touch,
    sum(credit.last_non_direct) as last_non_direct,
    sum(credit.linear) as linear,
    sum(credit.position_based) as position_based,
    sum(credit.time_decay) as time_decay
  from credit
  join counted using (conversion_no)
  join origins using (origin_id)
  -- By definition, models that leave direct visits out give them less.
  where not origins.is_direct
  group by origins.channel
),

ranges as (
  select channel, min(share) as low, max(share) as high
  from (
    select channel, share / nullif(sum(share) over (partition by model), 0) as share
    from (unpivot shares on first_touch, last_touch, last_non_direct, linear, position_based, time_decay into name model value share)
  )
  group by channel
),

times as (
  select quantile_cont(date_diff('hour', first_touched_at, converted_at) / 24.0, 0.8) as ripe_after_days
  from counted
  where is_attributed and first_touched_at is not null
),

fit as (
  select any_value(conversions) as fitted from fits where conversion_key = $goal
),

accounts as (
  select platform, account_id, min(spend_day) as first_day, max(spend_day) as last_day
  from spend_days
  group by all
  having max(spend_day) >= $date_from::date and max(spend_day) >= $date_to::date - 30
),

missing as (
  select min(days.day) as first_missing
  from (select unnest(generate_series($date_from::date, least($date_to::date, $yesterday::date), interval 1 day))::date as day) as days
  join accounts on days.day >= accounts.first_day
  anti join spend_days
    on spend_days.platform = accounts.platform and spend_days.account_id = accounts.account_id and spend_days.spend_day = days.day
),

own_currency as (
  select max(value) filter (where name = 'currency') as currency, coalesce(max(value) filter (where name = 'model'), 'last_non_direct') as model
  from settings
),

unpriced as (
  select distinct counted.currency
  from counted
  cross join own_currency
  where
    counted.net_amount <> 0
    and counted.currency <> own_currency.currency
    and not exists (
      from rates
      where
        rates.currency = counted.currency and rates.in_currency = own_currency.currency
        and rates.day between counted.converted_at::date - 7 and counted.converted_at::date
    )
)

select
  (select count(*) from counted)::integer as conversions,
  (select count(*) from counted where is_attributed)::integer as attributed,
  own_currency.model,
  (select ripe_after_days from times)::double as ripe_after_days,
  (select fitted from fit)::integer as fitted,
  (select first_missing from missing) as incomplete_from,
  coalesce((select list(currency order by currency) from unpriced), []) as unpriced,
  coalesce((
    select list({ channel: channel, low: low::double, high: high::double } order by high - low desc, channel)
    from ranges
    where high - low > 0.2 and high >= 0.1
  ), []) as disagreeing
from own_currency
