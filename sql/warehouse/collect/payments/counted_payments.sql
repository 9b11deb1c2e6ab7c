-- One row per payment that counts as one of its own, with the systems that report its sale.
-- makes: counted_payments
create temp table counted_payments as
with
systems_of_sales as (
  select sale_members.sale_seq as outcome_seq, list(distinct money_facts.system) as systems
  from sale_members
  join money_facts on money_facts.seq = sale_members.seq
  group by sale_members.sale_seq
)

select
  payments.outcome_seq, payments.person_key, payments.occurred_at, payments.value_amount, payments.currency,
  coalesce(systems_of_sales.systems, [money_facts.system]) as systems
from payments
join money_facts on money_facts.seq = payments.outcome_seq
left join systems_of_sales on systems_of_sales.outcome_seq = payments.outcome_seq
where
  payments.installment_of_key is null and payments.value_amount > 0
  and payments.outcome_seq in (select flow_seq from cash_flows where kind = 'payment')
