-- One row per set of findings that conversions of the period are under, and per ad and set of findings of its spend: what is under any
-- selection of findings follows, and each row of spend and cash is in one row here. What is in no figure has a row per finding.
-- needs: converted, day_rates, doubted_outcomes, doubted_spend, lost_money, odd_spend, quality_outcomes
-- columns: platform?, account_id?, ad_id?, spend?, cash?
with
outcome_sets as (
  select conversion_no, list_sort(list(distinct finding)) as findings from doubted_outcomes group by conversion_no
),

spend_sets as (
  select platform, account_id, campaign_id, ad_id, list_sort(list(distinct finding)) as findings from doubted_spend group by all
),

-- Days of campaigns, or of whole accounts.
odd_days as (
  select distinct platform, account_id, campaign_id, spend_day, kind = 'repeated' as is_whole from odd_spend
),

spent as (
  select
    spend_rows.*,
    exists (
      from odd_days
      where
        odd_days.platform = spend_rows.platform and odd_days.account_id = spend_rows.account_id and odd_days.spend_day = spend_rows.spend_day
        and (odd_days.is_whole or odd_days.campaign_id is not distinct from spend_rows.campaign_id)
    ) as is_odd
  from spend_rows
  where spend_rows.spend_day between $date_from::date and $date_to::date
)

select
  list_sort(list_concat(coalesce(spend_sets.findings, []), if(spend_rows.is_odd, ['spend_outlier'], []))) as findings,
  spend_rows.platform, spend_rows.account_id, spend_rows.ad_id, sum(converted(spend_rows.spend, day_rates.rate))::decimal(38, 6) as spend, null::decimal(38, 6) as cash
from spent as spend_rows
left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency is not distinct from spend_rows.currency
left join spend_sets
  on spend_sets.platform = spend_rows.platform
  and spend_sets.account_id = spend_rows.account_id
  and spend_sets.campaign_id is not distinct from spend_rows.campaign_id
  and spend_sets.ad_id is not distinct from spend_rows.ad_id
group by all
union all
select outcome_sets.findings, null, null, null, null, sum(quality_outcomes.amount)::decimal(38, 6)
from quality_outcomes
join outcome_sets using (conversion_no)
where quality_outcomes.is_current
group by all
union all
select [finding], null, null, null, null, sum(amount)::decimal(38, 6)
from lost_money
where finding <> 'refunds'
group by finding
