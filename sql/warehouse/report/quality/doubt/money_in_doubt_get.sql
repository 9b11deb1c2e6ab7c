-- One row: spend and cash of the period under at least one of the findings; each row of either counts once, however many findings it is under.
-- needs: converted, day_rates, doubted_outcomes, doubted_spend, quality_outcomes
-- columns: spend?, cash?
with
outcomes_in_doubt as (
  select sum(quality_outcomes.amount) as cash
  from quality_outcomes
  where
    quality_outcomes.is_current
    and quality_outcomes.conversion_no in (
      select conversion_no from doubted_outcomes where list_contains($findings::varchar[], finding)
    )
),

spend_in_doubt as (
  select sum(converted(spend_rows.spend, day_rates.rate)) as spend
  from spend_rows
  left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency is not distinct from spend_rows.currency
  where
    spend_rows.spend_day between $date_from::date and $date_to::date
    and exists (
      from doubted_spend
      where
        list_contains($findings::varchar[], doubted_spend.finding)
        and doubted_spend.platform = spend_rows.platform
        and doubted_spend.account_id = spend_rows.account_id
        and doubted_spend.campaign_id is not distinct from spend_rows.campaign_id
        and doubted_spend.ad_id is not distinct from spend_rows.ad_id
    )
)

select spend_in_doubt.spend::decimal(38, 6) as spend, outcomes_in_doubt.cash::decimal(38, 6) as cash
from spend_in_doubt
cross join outcomes_in_doubt
