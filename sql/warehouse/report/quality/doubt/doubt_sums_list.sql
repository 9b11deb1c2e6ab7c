-- One row per set of findings that conversions of the period are under, and per ad and set of findings of its spend: what is under any
-- selection of findings follows, and each row of spend and cash is in one row here.
-- needs: converted, day_rates, doubted_outcomes, doubted_spend, quality_outcomes
-- columns: ad_id?, spend?, cash?
with
outcome_sets as (
  select conversion_no, list_sort(list(distinct finding)) as findings from doubted_outcomes group by conversion_no
),

spend_sets as (
  select platform, account_id, campaign_id, ad_id, list_sort(list(distinct finding)) as findings from doubted_spend group by all
)

select coalesce(spend_sets.findings, []) as findings, spend_rows.ad_id, sum(converted(spend_rows.spend, day_rates.rate))::decimal(38, 6) as spend, null::decimal(38, 6) as cash
from spend_rows
left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency is not distinct from spend_rows.currency
left join spend_sets
  on spend_sets.platform = spend_rows.platform
  and spend_sets.account_id = spend_rows.account_id
  and spend_sets.campaign_id is not distinct from spend_rows.campaign_id
  and spend_sets.ad_id is not distinct from spend_rows.ad_id
where spend_rows.spend_day between $date_from::date and $date_to::date
group by all
union all
select outcome_sets.findings, null, null, sum(quality_outcomes.amount)::decimal(38, 6)
from quality_outcomes
join outcome_sets using (conversion_no)
where quality_outcomes.is_current
group by all
