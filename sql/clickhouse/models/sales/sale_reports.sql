-- One row per payment of the scope that is not taken back, with the rank of the system that reports it: the least counts. Event types that the same goals
-- list are one here (the order of a shop and the payment of its provider), by the least of them.
-- needs: alike_types, sale_scope
-- makes: sale_reports (of_scope)
create table sale_reports engine = MergeTree order by seq as
with (select maxOrNullIf(value, name = 'system_of_record') from settings) as chosen
select
  money_facts.seq as seq, coalesce(alike_types.least_type, money_facts.type_key) as type_key, money_facts.occurred_at as occurred_at,
  money_facts.value_amount as value_amount, money_facts.currency as currency, money_facts.outcome_key as outcome_key,
  money_facts.visitor_key as visitor_key, money_facts.system as system,
  splitByChar(':', money_facts.system)[1] as provider,
  multiIf(
    coalesce(chosen = money_facts.system or chosen = provider, false), 0,
    money_facts.system_kind = 'shop', 1,
    money_facts.system_kind = 'server', 2,
    money_facts.system_kind = 'processor', 3,
    4
  ) as rank
from money_facts
left join alike_types on alike_types.type_key = money_facts.type_key
where money_facts.seq in (select seq from sale_scope) and money_facts.refund_of_key is null and money_facts.seq not in (select seq from withdrawn_facts);
