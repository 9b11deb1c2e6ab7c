-- One row per payment of the scope that is not taken back, with the rank of the system that reports it: the least counts.
-- needs: sale_scope
-- makes: sale_reports
create temp table sale_reports as
select
  seq, type_key, occurred_at, value_amount, currency, outcome_key, visitor_key, system,
  split_part(system, ':', 1) as provider,
  case
    when (select max(value) from settings where name = 'system_of_record') in (system, split_part(system, ':', 1)) then 0
    when system_kind = 'shop' then 1
    when system_kind = 'server' then 2
    when system_kind = 'processor' then 3
    else 4
  end as rank
from money_facts
where seq in (select seq from sale_scope) and refund_of_key is null and seq not in (select seq from withdrawn_facts)
