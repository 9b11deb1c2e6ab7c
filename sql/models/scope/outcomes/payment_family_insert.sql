-- One row per further payment of the family: down to what continues those that affected outcomes are, and up to what all of them continue,
-- as far as instalments reach.
-- needs: affected_rows
-- fills: payment_family (dirty)
insert into payment_family
with recursive below (outcome_key, hops) as (
  select outcome_key, 0 from affected_rows
  union
  select outcomes.outcome_key, below.hops + 1
  from below
  join outcomes on outcomes.installment_of_key = below.outcome_key
  where below.hops < 3 and outcomes.outcome_key is not null
),
above (outcome_key, hops) as (
  select outcome_key, 0 from below
  union
  select outcome_key, 0 from payment_family where outcome_key is not null
  union
  select outcomes.installment_of_key, above.hops + 1
  from above
  join outcomes on outcomes.outcome_key = above.outcome_key
  where above.hops < 3 and outcomes.installment_of_key is not null
)
select outcome_key from above
