-- One row per row of the spend in force, with the names under which visits know its source and campaign, and its money converted.
-- needs: day_rates
-- makes: placed_spend
create temporary table placed_spend as
with
(money, rate) -> cast(multiIf(
  rate = 1, toDecimal128(money, 6),
  rate >= 0.5, round(money * toDecimal128(rate, 9), 6),
  rate < 0.5, round(money * least(rate, toDecimal128(0.5, 18)), 6),
  null
), 'Nullable(Decimal(28, 6))') as converted,

(money, rate) -> cast(
  multiIf(money is null, null, rate is not null, false, money <> 0, true, null), 'Nullable(Bool)'
) as lacks_rate,

spent_campaigns as (
  select
    spend_rows.platform as platform, spend_rows.account_id as account_id, spend_rows.campaign_id as campaign_id,
    argMax(coalesce(campaign_spellings.spelling, spend_rows.campaign_name), (spend_rows.spend_day, spend_rows.campaign_name)) as campaign_name
  from spend_rows
  left join (select campaign_name, toNullable(spelling) as spelling from campaign_spellings) as campaign_spellings
    on campaign_spellings.campaign_name = spend_rows.campaign_name
  where spend_rows.campaign_id is not null
  group by platform, account_id, campaign_id
),

-- Visits that carry a campaign's id may know it under an older name, or under utm_campaign: their name wins, so that both meet in one row.
campaign_keys as (
  select
    spent_campaigns.platform as platform,
    spent_campaigns.account_id as account_id,
    spent_campaigns.campaign_id as campaign_id,
    coalesce(
      maxOrNullIf(origins.campaign, origins.campaign = spent_campaigns.campaign_name),
      min(origins.campaign),
      any(spent_campaigns.campaign_name),
      spent_campaigns.campaign_id
    ) as campaign,
    if(
      uniqExactIf(origins.source, coalesce(origins.is_paid, false)) = 1, minOrNullIf(origins.source, coalesce(origins.is_paid, false)), null
    ) as source
  from spent_campaigns
  left join origins
    on origins.platform = spent_campaigns.platform and origins.campaign_id = spent_campaigns.campaign_id
    and (origins.account_id is null or origins.account_id = spent_campaigns.account_id)
  group by spent_campaigns.platform, spent_campaigns.account_id, spent_campaigns.campaign_id
)

select
  spend.platform as platform,
  spend.account_id as account_id,
  spend.spend_day as spend_day,
  spend.currency as currency,
  spend.channel as channel,
  coalesce(campaign_keys.source, platform_seeds.source, spend.platform) as source,
  coalesce(campaign_keys.campaign, campaign_spellings.spelling, '(unallocated)') as campaign,
  coalesce(spend.adset_id, '(unallocated)') as adset,
  coalesce(spend.ad_id, '(unallocated)') as ad,
  if(spend.spend = 0, toDecimal128(0, 6), converted(spend.spend, day_rates.rate)) as amount, -- nothing is nothing in every currency
  lacks_rate(spend.spend, day_rates.rate) as is_unpriced,
  spend.impressions as impressions,
  spend.clicks as clicks
from spend
left join platform_seeds on platform_seeds.platform = spend.platform
left join campaign_keys
  on campaign_keys.platform = spend.platform and campaign_keys.account_id = spend.account_id and campaign_keys.campaign_id = spend.campaign_id
left join (select campaign_name, toNullable(spelling) as spelling from campaign_spellings) as campaign_spellings
  on campaign_spellings.campaign_name = spend.campaign_name
left join day_rates on day_rates.day = spend.spend_day and day_rates.currency <=> toNullable(spend.currency);
