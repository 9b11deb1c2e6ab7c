-- One row per event type of servers' outcomes that no definition in force lists, and currency: how many, and how much money.
-- columns: currency?, amount?
with listed as (
  select distinct unnest(type_keys) as type_key from definitions where is_active
),

open as (
  select type_key, event_type, currency, value_amount
  from events
  where trust = 'server'
    and refund_of_key is null
    and installment_of_key is null
    and not is_page_view
    and (not has_page or outcome_key is not null or value_amount is not null)
    and type_key not in (select type_key from listed)
    and event_type not in (select unnest($behaviour::varchar[]))
    -- A message is a contact; a definition may list it all the same.
    and (type_key not in ('message_received', 'message_sent') or value_amount is not null)
    and seq not in (select seq from withdrawn_facts)
)

select min(event_type) as event_type, currency, count(*) as events, sum(value_amount)::decimal(38, 6) as amount
from open
group by type_key, currency
order by count(*) desc, type_key, currency
limit 1000
