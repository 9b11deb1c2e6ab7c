-- One row per fact learnt after the earlier moment, with its table and the cause by which it moves figures.
-- makes: held_causes
create table held_causes as
select
  seq,
  'events' as fact_table,
  case
    when refund_of_key is not null then 'refunds'
    when occurred_at > make_timestamp($moment::bigint) then 'new_events'
    else 'late_events'
  end as cause
from held_events
union all
select seq, 'spend_facts', if(max(spend_day) >= make_timestamp($moment::bigint)::date, 'new_events', 'late_events')
from held_spend_facts
group by seq
