-- One row per counted cash conversion of the period and the equally long one before it, with what is odd about how it was reported.
-- needs: counted_sales, doubled_sales, odd_amounts, sale_identifiers, test_sales
-- makes: outcome_flags
create temp table outcome_flags as
with
-- Hundreds of events arrive at one moment where they are imported.
imports as (
  select received_at
  from events
  where received_at in (select received_at from counted_sales)
  group by received_at
  having count(*) >= 100
),

visits as (
  select distinct counted_sales.conversion_no
  from counted_sales
  join sessions on sessions.person_key = counted_sales.person_key
  where
    sessions.started_at <= counted_sales.converted_at
    and sessions.ended_at >= counted_sales.converted_at - interval 30 minute
    and sessions.ended_at >= $money_from::date - interval 2 day
)

select
  counted_sales.conversion_no,
  counted_sales.outcome_seq,
  counted_sales.person_key,
  counted_sales.converted_at,
  counted_sales.converted_day,
  counted_sales.is_current,
  counted_sales.net_amount,
  counted_sales.currency,
  counted_sales.amount,
  counted_sales.event_type,
  counted_sales.has_click,
  counted_sales.has_browser,
  counted_sales.is_of_shop,
  sale_identifiers.email_key is not null as has_email,
  sale_identifiers.phone_key is not null as has_phone,
  sale_identifiers.external_key is not null as has_external_id,
  counted_sales.conversion_no in (select conversion_no from visits) as has_page,
  doubled_sales.conversion_no is not null as is_double,
  doubled_sales.label as double_label,
  odd_amounts.conversion_no is not null as is_outlier,
  coalesce(odd_amounts.is_multiplied, false) as is_multiplied,
  test_sales.conversion_no is not null as is_test,
  test_sales.label as test_label,
  coalesce(counted_sales.net_amount <> 0, false) and counted_sales.amount is null as lacks_rate,
  counted_sales.received_at in (select received_at from imports) as is_imported,
  counted_sales.received_at > counted_sales.converted_at + interval 24 hour as is_late,
  counted_sales.received_at > counted_sales.converted_at + interval 7 day as is_very_late
from counted_sales
left join sale_identifiers using (outcome_seq)
left join doubled_sales using (conversion_no)
left join odd_amounts using (conversion_no)
left join test_sales using (conversion_no)
