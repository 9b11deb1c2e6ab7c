-- One row per two known customers with a part in one payment or deal: the one paid what the other continued or got back, or both
-- closed one deal. What more than four share is a mistake of whoever numbered it, and says nothing.
with
parts as (
  select deal_key as payment_key, person_key from outcomes where deal_key is not null and person_key > 0
  union
  select outcome_key, person_key from outcomes
  where outcome_key is not null and person_key > 0 and outcome_key in (
    select installment_of_key from outcomes where installment_of_key is not null
    union
    select refund_of_key from outcomes where refund_of_key is not null
  )
  union
  select installment_of_key, person_key from outcomes where installment_of_key is not null and person_key > 0
  union
  select refund_of_key, person_key from outcomes where refund_of_key is not null and person_key > 0
),

few as (
  select payment_key from parts group by payment_key having count(*) between 2 and 4
)

select distinct one.person_key as one, two.person_key as two
from few
join parts as one using (payment_key)
join parts as two on two.payment_key = few.payment_key and two.person_key > one.person_key
order by one, two
limit 100000
