-- One row per counted cash conversion of the period and the equally long one before it, with what is odd about how it was reported.
-- needs: converted, day_rates
-- makes: outcome_flags
create temp table outcome_flags as
with
chosen as (
  select
    conversions.conversion_no,
    conversions.outcome_seq,
    conversions.person_key,
    conversions.converted_at,
    conversions.converted_day,
    conversions.converted_day >= $date_from::date as is_current,
    conversions.net_amount,
    conversions.currency,
    converted(conversions.net_amount, day_rates.rate) as amount,
    conversions.event_type,
    events.received_at,
    events.click_ids is not null as has_click,
    events.visitor_key is not null as has_browser,
    coalesce(json_extract_string(events.properties, '$.connection'), '') <> '' as is_of_shop
  from conversions
  join events on events.seq = conversions.outcome_seq
  left join day_rates
    on day_rates.day = conversions.converted_day and day_rates.currency is not distinct from conversions.currency
  where
    conversions.revenue_type = 'cash'
    and conversions.is_counted
    and conversions.converted_day between $money_from::date and $date_to::date
),

-- Hundreds of events arrive at one moment where they are imported.
imports as (
  select received_at
  from events
  where received_at in (select received_at from chosen)
  group by received_at
  having count(*) >= 100
),

identified as (
  select seq as outcome_seq, bool_or(type = 'email') as has_email, bool_or(type = 'phone') as has_phone, bool_or(type = 'external_id') as has_external_id
  from event_identifiers
  where seq in (select outcome_seq from chosen)
  group by seq
),

visits as (
  select distinct chosen.conversion_no
  from chosen
  join sessions on sessions.person_key = chosen.person_key
  where
    sessions.started_at <= chosen.converted_at
    and sessions.ended_at >= chosen.converted_at - interval 30 minute
    and sessions.ended_at >= $money_from::date - interval 2 day
),

doubles as (
  select distinct later.conversion_no
  from chosen as later
  join chosen as earlier
    on earlier.person_key = later.person_key
    and earlier.net_amount = later.net_amount
    and earlier.currency is not distinct from later.currency
    and earlier.event_type = later.event_type
  where
    (earlier.converted_at, earlier.conversion_no) < (later.converted_at, later.conversion_no)
    and later.converted_at <= earlier.converted_at + interval 10 minute
    and later.net_amount > 0
),

usual as (
  select
    currency,
    -- Outliers must not raise the limit that finds them.
    20 * least(quantile_cont(gross_amount, 0.99), 5 * quantile_cont(gross_amount, 0.9)) as most
  from conversions
  where revenue_type = 'cash' and is_counted and gross_amount > 0 and converted_day between $date_to::date - 90 and $date_to::date
  group by currency
  having count(*) >= 30
)

select
  chosen.*,
  coalesce(identified.has_email, false) as has_email,
  coalesce(identified.has_phone, false) as has_phone,
  coalesce(identified.has_external_id, false) as has_external_id,
  chosen.conversion_no in (select conversion_no from visits) as has_page,
  chosen.conversion_no in (select conversion_no from doubles) as is_double,
  coalesce(chosen.net_amount > usual.most, false) as is_outlier,
  coalesce(chosen.net_amount <> 0, false) and chosen.amount is null as lacks_rate,
  chosen.received_at in (select received_at from imports) as is_imported,
  chosen.received_at > chosen.converted_at + interval 24 hour as is_late,
  chosen.received_at > chosen.converted_at + interval 7 day as is_very_late
from chosen
left join identified using (outcome_seq)
left join usual on usual.currency is not distinct from chosen.currency
