-- One row per person acquired up to the end of the range: their cohort (null: before the range), and how their acquisition is credited, in
-- millionths.
-- needs: chosen_origins, weighted_credit
-- makes: acquired_people
create temp table acquired_people as
with
acquired as (
  select
    person_key,
    date_trunc('month', min(flow_day))::date as month,
    min_by(payment_seq, (flowed_at, flow_seq, payment_seq)) as payment_seq
  from cash_flows
  group by person_key
),

-- The definition whose credit cash follows is the default one where that counts cash.
acquiring_conversions as (
  select
    acquired.person_key,
    min_by(conversions.conversion_no, (not definitions.is_default, conversions.definition_no)) as conversion_no
  from acquired
  join conversions on conversions.outcome_seq = acquired.payment_seq
  join definitions using (definition_no)
  where conversions.revenue_type = 'cash' and conversions.is_counted
  group by acquired.person_key
),

credited as (
  select
    acquiring_conversions.person_key,
    sum(weighted_credit.weight)::decimal(7, 0) as credited,
    coalesce(sum(weighted_credit.weight) filter (where chosen_origins.is_paid), 0)::decimal(7, 0) as paid,
    coalesce(sum(weighted_credit.weight) filter (where not chosen_origins.is_paid), 0)::decimal(7, 0) as unpaid
  from acquiring_conversions
  join weighted_credit using (conversion_no)
  left join chosen_origins using (origin_id)
  where weighted_credit.weight > 0
  group by acquiring_conversions.person_key
)

select
  acquired.person_key,
  if(acquired.month < $money_from::date, null, acquired.month) as cohort,
  coalesce(credited.paid, 0)::decimal(7, 0) as paid,
  coalesce(credited.unpaid, 0)::decimal(7, 0) as unpaid,
  (1000000 - coalesce(credited.credited, 0))::decimal(7, 0) as unattributed
from acquired
left join credited using (person_key)
where acquired.month <= $money_to::date
