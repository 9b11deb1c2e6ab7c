-- One row per payment of the scope that is not taken back, with the rank of the system that reports it: the least counts. Event types that the same goals
-- list are one here (the order of a shop and the payment of its provider), by the least of them.
-- needs: alike_types, sale_scope
-- makes: sale_reports (of_scope)
create temp table sale_reports as
select
  seq, coalesce(alike_types.least_type, money_facts.type_key) as type_key, occurred_at, value_amount, currency, outcome_key, visitor_key, system,
  split_part(system, ':', 1) as provider,
  case
    when (select max(value) from settings where name = 'system_of_record') in (system, split_part(system, ':', 1)) then 0
    when system_kind = 'shop' then 1
    when system_kind = 'server' then 2
    when system_kind = 'processor' then 3
    else 4
  end as rank
from money_facts
left join alike_types on alike_types.type_key = money_facts.type_key
where seq in (select seq from sale_scope) and refund_of_key is null and seq not in (select seq from withdrawn_facts)
