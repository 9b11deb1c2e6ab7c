-- One row per outcome of the scope, and per outcome that it refunds or continues, or that refunds or continues it.
-- needs: scope_outcomes
-- makes: outcomes_related
create temp table outcomes_related as
with up as (
  select refund_of_key as outcome_key from scope_outcomes where refund_of_key is not null
  union
  select installment_of_key from scope_outcomes where installment_of_key is not null
),
further_up as (
  select outcome_key from up
  union
  select outcomes.installment_of_key from outcomes join up using (outcome_key) where outcomes.installment_of_key is not null
),
down as (
  select outcome_key from further_up
  union
  select outcome_key from scope_outcomes where outcome_key is not null
),
further_down as (
  select outcome_key from down
  union
  select outcomes.outcome_key
  from outcomes
  where outcomes.outcome_key is not null and outcomes.installment_of_key in (select outcome_key from down)
)
select * from outcomes
where outcome_seq in (select outcome_seq from scope_outcomes)
  or outcome_key in (select outcome_key from further_down)
  or refund_of_key in (select outcome_key from further_down)
  or installment_of_key in (select outcome_key from further_down)
  or (trust = 'server' and deal_key in (select deal_key from scope_outcomes where trust = 'browser' and deal_key is not null))
