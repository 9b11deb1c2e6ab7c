-- One row per person of an affected outcome, before and after, and of the payments that it continues or reverses, or that continue it.
-- needs: affected_outcomes, affected_rows, payment_family
-- fills: dirty_people (dirty)
insert into dirty_people
with family as (
  select outcome_seq, person_key from outcomes where outcome_key in (select outcome_key from payment_family)
)
select person_key from affected_rows
union
select person_key from family
union
-- What browsers say of a deal counts while no server reports it.
select person_key from outcomes
where trust = 'browser' and deal_key in (select deal_key from affected_rows where deal_key is not null)
union
select person_key from cash_flows where flow_seq in (select outcome_seq from family union select outcome_seq from affected_outcomes)
