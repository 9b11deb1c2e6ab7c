-- One row per event that is, or is to be, an outcome and whose row is made anew: what changed itself, what belongs to sales that changed, and the
-- payment that counts of a sale of which any payment changed.
-- needs: changed_identifiers, changed_outcomes, changed_sales, changed_visitors, new_events, outcome_types
-- makes: affected_outcomes (dirty)
create temp table affected_outcomes as
with changed as (
  select seq as outcome_seq
  from new_events
  where type_key in (select type_key from outcome_types)
    or refund_of_key is not null
    or installment_of_key is not null
    or type_key = 'message_received'
    or seq in (select payment_seq from payment_installments)
  union
  select outcome_seq from outcomes where visitor_key in (select visitor_key from changed_visitors)
  union
  select outcome_seq from changed_outcomes
  union
  select seq from event_identifiers where identifier_key in (select identifier_key from changed_identifiers)
  union
  select seq from changed_sales
  union
  select seq from money_facts where refund_of_key in (select outcome_key from changed_sales)
  union
  select seq from events where installment_of_key in (select outcome_key from changed_sales)
  union
  select payment_seq from payment_installments where installment_of_key in (select outcome_key from changed_sales)
)
select outcome_seq from changed
union
select sale_seq from sale_members where seq in (select outcome_seq from changed)
union
-- What single refunds and other totals leave of a total.
select totals.seq
from money_facts as totals
join money_facts as refunds using (refund_of_key)
where totals.type_key = 'refunded_total' and refunds.seq in (select outcome_seq from changed)
