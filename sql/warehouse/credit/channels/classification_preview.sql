-- One row: what sessions and credited revenue of a range would change channel under `origins_next`. Money is in millionths, cut off.
-- needs: channel_rules, chosen_model, converted, day_rates, known_sum, lacks_rate, origins_next, weighted_credit
-- columns: model 'first_touch'|'last_touch'|'last_non_direct'|'first_paid'|'last_paid'|'linear'|'position_based'|'time_decay'|'data_driven'
-- columns: revenue_units?, moves?, moves.revenue_units?, names?, names.field 'source'|'campaign', names.revenue_units?, rules?, unpriced_currencies?
with
reporting as (
  select max(value) as currency
  from settings
  where name = 'currency'
),

placed as (
  select
    origins.origin_id,
    origins.source as from_source,
    origins_next.source as to_source,
    origins.campaign as from_campaign,
    origins_next.campaign as to_campaign,
    origins.channel as from_channel,
    origins_next.channel as to_channel,
    origins_next.rule_id,
    origins_next.spend_match
  from origins
  join origins_next using (origin_id)
),

visits as (
  select origin_id, count(*) as sessions
  from sessions
  where session_day between $date_from::date and $date_to::date
  group by origin_id
),

counted as (
  select
    conversions.conversion_no,
    (coalesce(converted(conversions.net_amount, day_rates.rate), 0) * 1000000)::hugeint as units,
    lacks_rate(conversions.net_amount, day_rates.rate) as lacks_rate,
    if(conversions.net_amount <> 0 and day_rates.rate is null, conversions.currency, null) as unpriced_currency
  from conversions
  join definitions using (definition_no)
  left join day_rates
    on day_rates.day = conversions.converted_day and day_rates.currency is not distinct from conversions.currency
  where definitions.is_default and definitions.is_active and conversions.is_counted
    and conversions.converted_day between $date_from::date and $date_to::date
),

earned as (
  select
    weighted_credit.origin_id,
    sum(counted.units * weighted_credit.weight) as value,
    bool_and(counted.lacks_rate) filter (where weighted_credit.weight > 0) as lacks_rates
  from weighted_credit
  join counted using (conversion_no)
  group by weighted_credit.origin_id
),

by_origin as (
  select placed.*, coalesce(visits.sessions, 0) as sessions, coalesce(earned.value, 0) as value, earned.lacks_rates
  from placed
  left join visits using (origin_id)
  left join earned using (origin_id)
),

moves as (
  select from_channel, to_channel, sum(sessions)::bigint as sessions, known_sum((sum(value) // 1000000)::hugeint, bool_and(lacks_rates)) as revenue_units
  from by_origin
  where from_channel <> to_channel
  group by from_channel, to_channel
  having sum(sessions) > 0 or sum(value) <> 0 or bool_or(lacks_rates)
),

renamed as (
  select 'source' as field, from_source as from_name, to_source as to_name, sessions, value, lacks_rates
  from by_origin
  where from_source <> to_source
  union all
  select 'campaign', from_campaign, to_campaign, sessions, value, lacks_rates
  from by_origin
  where from_campaign <> to_campaign
),

names as (
  select
    field, from_name, to_name, sum(sessions)::bigint as sessions,
    known_sum((sum(value) // 1000000)::hugeint, bool_and(lacks_rates)) as revenue_units
  from renamed
  group by all
  order by sum(sessions) desc, field, from_name, to_name
  limit 100
),

own_rules as (
  select channel_rules.rule_no, channel_rules.rule_id, coalesce(sum(by_origin.sessions), 0)::bigint as sessions
  from channel_rules
  left join by_origin using (rule_id)
  where channel_rules.rule_no < 1000
  group by channel_rules.rule_no, channel_rules.rule_id
)

select
  reporting.currency,
  chosen_model.model,
  (select coalesce(sum(sessions), 0)::bigint from by_origin) as sessions,
  (select coalesce(sum(sessions), 0)::bigint from by_origin where spend_match = 'alias') as aliased_sessions,
  (select known_sum(sum(units)::hugeint, bool_and(lacks_rate)) from counted) as revenue_units,
  (select list({ from_channel: from_channel, to_channel: to_channel, sessions: sessions, revenue_units: revenue_units }
    order by sessions desc, from_channel, to_channel) from moves) as moves,
  (select list({ field: field, from_name: from_name, to_name: to_name, sessions: sessions, revenue_units: revenue_units }
    order by sessions desc, field, from_name, to_name) from names) as names,
  (select list({ rule_id: rule_id, sessions: sessions } order by rule_no) from own_rules) as rules,
  (select list(distinct unpriced_currency order by unpriced_currency) from counted where unpriced_currency is not null) as unpriced_currencies
from reporting
cross join chosen_model
