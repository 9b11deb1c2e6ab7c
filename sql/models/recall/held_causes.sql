-- One row per fact learnt after the earlier moment, with its table and the cause by which it moves figures.
-- makes: held_causes
create table held_causes as
with known_sales as (
  select distinct held_sale_keys.seq
  from held_sale_keys
  join sale_keys using (kind, sale_key)
  join held_money_facts as held on held.seq = held_sale_keys.seq
  join money_facts as known on known.seq = sale_keys.seq
  where
    held.system <> known.system
    and (held_sale_keys.kind = 'payment' or (held.value_amount = known.value_amount and held.currency = known.currency))
)
select
  seq,
  'events' as fact_table,
  case
    when refund_of_key is not null then 'refunds'
    when seq in (select seq from known_sales) then 'same_sale'
    when occurred_at > make_timestamp($moment::bigint) then 'new_events'
    else 'late_events'
  end as cause
from held_events
union all
select seq, 'spend_facts', if(max(spend_day) >= make_timestamp($moment::bigint)::date, 'new_events', 'late_events')
from held_spend_facts
group by seq
