-- One row per two known customers, of two persons, with a part in one payment or deal: the one paid what the other continued or got back,
-- or both closed one deal. A customer is the one that the fact names, merged or not, so that an undo leaves the evidence where it belongs.
-- What more than four share is a mistake of whoever numbered it, and says nothing.
with
merged as (
  select outcome_seq as seq, visitor_key from outcomes where person_key in (select person_key from component_map)
),
named as (
  select event_identifiers.seq, arg_min(identifier_map.customer_no, event_identifiers.priority) as customer_no
  from event_identifiers
  join identifier_map using (identifier_key)
  where event_identifiers.seq in (select seq from merged)
  group by event_identifiers.seq
),
members as (
  select merged.seq, coalesce(payment_payers.customer_no, named.customer_no, browser_map.customer_no) as customer_no
  from merged
  left join named on named.seq = merged.seq
  left join payment_payers on payment_payers.payment_seq = merged.seq
  left join browser_map on browser_map.visitor_key = merged.visitor_key
),
payments as (
  select
    outcomes.deal_key,
    outcomes.outcome_key,
    outcomes.installment_of_key,
    outcomes.refund_of_key,
    outcomes.person_key,
    coalesce(members.customer_no, outcomes.person_key) as customer_no
  from outcomes
  left join members on members.seq = outcomes.outcome_seq
  where outcomes.person_key > 0
),
parts as (
  select deal_key as payment_key, person_key, customer_no from payments where deal_key is not null
  union
  select outcome_key, person_key, customer_no from payments
  where outcome_key is not null and outcome_key in (
    select installment_of_key from outcomes where installment_of_key is not null
    union
    select refund_of_key from outcomes where refund_of_key is not null
  )
  union
  select installment_of_key, person_key, customer_no from payments where installment_of_key is not null
  union
  select refund_of_key, person_key, customer_no from payments where refund_of_key is not null
),

few as (
  select payment_key from parts group by payment_key having count(*) between 2 and 4
)

select distinct one.customer_no as one, two.customer_no as two
from few
join parts as one using (payment_key)
join parts as two on two.payment_key = few.payment_key and two.customer_no > one.customer_no and two.person_key <> one.person_key
order by one, two
limit 100000
