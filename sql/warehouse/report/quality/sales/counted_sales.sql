-- One row per counted cash conversion of the period and the equally long one before it, with how it was reported. Marks of tests: what the sender, the
-- reference and the address say (`test_*`). A click id is one of $click_ids, which platforms take.
-- needs: converted, day_rates
-- makes: counted_sales
create temp table counted_sales as
with
-- Few rows, which the join with events should begin with.
chosen as materialized (
  select
    conversion_no, outcome_seq, definition_no, person_key, converted_at, converted_day, gross_amount, net_amount, currency, event_type
  from conversions
  where revenue_type = 'cash' and is_counted and converted_day between $money_from::date and $date_to::date
),

reported as materialized (
  select
    chosen.*,
    events.received_at,
    events.visitor_key,
    coalesce(list_has_any(json_keys(events.click_ids), $click_ids::text[]), false) as has_click,
    coalesce(json_extract_string(events.properties, '$.connection'), '') <> '' as is_of_shop,
    coalesce(list_contains(events.flags, 'test_order'), false) as is_marked_test,
    coalesce(list_contains(events.flags, 'test_reference'), false) as has_test_reference,
    coalesce(list_contains(events.flags, 'test_address'), false) as has_test_address
  from chosen
  join events on events.seq = chosen.outcome_seq
)

select
  reported.*,
  reported.converted_day >= $date_from::date as is_current,
  reported.visitor_key is not null as has_browser,
  converted(reported.net_amount, day_rates.rate) as amount
from reported
left join day_rates
  on day_rates.day = reported.converted_day and day_rates.currency is not distinct from reported.currency
