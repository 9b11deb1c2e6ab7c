-- One row per ad of the page, in the order asked; at least one, with the totals over all ads that the filters let through. Weights are
-- millionths of a conversion; values are money times millionths. Spend null and 0 are as `spend_places` defines them.
-- needs: ads_spent, ads_unlisted, converted, credit_in_reach, day_rates, known_sum, lacks_rate, older_rates
-- columns: model 'first_touch'|'last_touch'|'last_non_direct'|'first_paid'|'last_paid'|'linear'|'position_based'|'time_decay'|'data_driven'
-- columns: ad_id?, platform?, account_id?, currency?, ad_name?, configured_status 'active'|'paused'|'archived'|'other'?
-- columns: effective_status 'active'|'paused'|'archived'|'other'|'removed'?, platform_status?, created_at?, read_at?, creative_id?, creative_name?
-- columns: creative_type 'image'|'video'|'carousel'|'dynamic'|'other'?, landing_page_url?, url_tags?, adset_id?, adset_name?
-- columns: adset_status 'active'|'paused'|'archived'|'other'|'removed'?, learning 'learning'|'limited'|'done'?, campaign_id?, campaign_name?
-- columns: campaign_status 'active'|'paused'|'archived'|'other'|'removed'?, objective?, budget_level 'adset'|'campaign'?, daily_budget?
-- columns: lifetime_budget?, spend?, impressions?, clicks?, weight?, value?, paid_weight?, paid_value?, unpriced_weight?, unpriced_paid_weight?
-- columns: compared_weight?, compared_value?, compared_paid_weight?, compared_paid_value?, compared_unpriced_weight?
-- columns: compared_unpriced_paid_weight?, priced_weight?, priced_paid_weight?, compared_priced_weight?, compared_priced_paid_weight?, is_last?, sort_number?, sort_text?, total_spend?, median_cost?, unpriced_currencies?, older_rates?
with
-- Changes that the platform has carried out and that no reading of the account has met yet.
written as (
  select unnest(from_json($written::json, '[{
    "platform": "varchar", "account_id": "varchar", "type": "varchar", "id": "varchar",
    "configured_status": "varchar", "effective_status": "varchar", "platform_status": "varchar",
    "url_tags": "varchar", "daily_budget": "decimal(18,6)"
  }]'), recursive := true)
),

settings_in_force as (
  select coalesce($model::varchar, max(value) filter (where name = 'model'), 'last_non_direct') as model from settings
),

models_asked as (
  select model from settings_in_force
  union
  select $compared::varchar where $compared::varchar is not null
),

counted as (
  select
    conversions.conversion_no,
    coalesce(converted(conversions.net_amount, day_rates.rate), 0) as amount,
    lacks_rate(conversions.net_amount, day_rates.rate) as is_unpriced,
    conversions.currency
  from conversions
  left join day_rates
    on day_rates.day = conversions.converted_day and day_rates.currency is not distinct from conversions.currency
  where
    conversions.conversion_key = $goal
    and conversions.is_counted
    and conversions.converted_day between $money_from::date and $money_to::date
),

weights as (
  select
    origins.platform,
    origins.account_id,
    origins.ad_id,
    origins.is_paid,
    counted.amount,
    counted.is_unpriced,
    models_asked.model,
    case models_asked.model
      when 'first_touch' then credit_in_reach.first_touch
      when 'last_touch' then credit_in_reach.last_touch
      when 'last_non_direct' then credit_in_reach.last_non_direct
      when 'first_paid' then credit_in_reach.first_paid
      when 'last_paid' then credit_in_reach.last_paid
      when 'linear' then credit_in_reach.linear
      when 'position_based' then credit_in_reach.position_based
      when 'time_decay' then credit_in_reach.time_decay
      when 'data_driven' then credit_in_reach.data_driven
    end::decimal(7, 0) as weight
  from credit_in_reach
  join counted using (conversion_no)
  join origins using (origin_id)
  cross join models_asked
  where origins.ad_id is not null and origins.account_id is not null
),

earned as (
  select
    platform,
    account_id,
    ad_id,
    model,
    sum(weight)::bigint as weight,
    sum(amount * weight)::decimal(38, 6) as value,
    coalesce(sum(weight) filter (where is_paid), 0)::bigint as paid_weight,
    coalesce(sum(amount * weight) filter (where is_paid), 0)::decimal(38, 6) as paid_value,
    coalesce(sum(weight) filter (where is_unpriced), 0)::bigint as unpriced_weight,
    coalesce(sum(weight) filter (where is_unpriced and is_paid), 0)::bigint as unpriced_paid_weight,
    coalesce(sum(weight) filter (where not is_unpriced), 0)::bigint as priced_weight,
    coalesce(sum(weight) filter (where not is_unpriced and is_paid), 0)::bigint as priced_paid_weight
  from weights
  where weight > 0
  group by platform, account_id, ad_id, model
),

measured_accounts as (
  select distinct platform, account_id from spend_days where spend_day between $money_from::date and $money_to::date
),

-- Narrow: what the page shows beside is joined for its ads alone.
listed as (
  select
    ads.ad_id, ads.platform, ads.account_id, coalesce(written.effective_status, ads.effective_status) as effective_status,
    ads.ad_name, ads.adset_id, ads.adset_name, ads.campaign_id, ads.campaign_name
  from ads
  left join written
    on written.type = 'ad' and written.platform = ads.platform and written.account_id = ads.account_id and written.id = ads.ad_id
  union all
  select ad_id, platform, account_id, null, ad_name, adset_id, adset_name, campaign_id, campaign_name from ads_unlisted
),

figures as (
  select
    listed.*,
    if(measured_accounts.platform is null and spent.ad_id is null, null, known_sum(spent.amount, spent.lacks_rates))::decimal(38, 6) as spend,
    coalesce(spent.has_unpriced, false) as has_unpriced,
    if(spent.ad_id is null and measured_accounts.platform is not null, 0, spent.impressions) as impressions,
    if(spent.ad_id is null and measured_accounts.platform is not null, 0, spent.clicks) as clicks,
    coalesce(mine.weight, 0) as weight,
    coalesce(mine.value, 0) as value,
    coalesce(mine.paid_weight, 0) as paid_weight,
    coalesce(mine.paid_value, 0) as paid_value,
    coalesce(mine.unpriced_weight, 0) as unpriced_weight,
    coalesce(mine.unpriced_paid_weight, 0) as unpriced_paid_weight,
    coalesce(mine.priced_weight, 0) as priced_weight,
    coalesce(mine.priced_paid_weight, 0) as priced_paid_weight,
    coalesce(other.weight, 0) as compared_weight,
    coalesce(other.value, 0) as compared_value,
    coalesce(other.paid_weight, 0) as compared_paid_weight,
    coalesce(other.paid_value, 0) as compared_paid_value,
    coalesce(other.unpriced_weight, 0) as compared_unpriced_weight,
    coalesce(other.unpriced_paid_weight, 0) as compared_unpriced_paid_weight,
    coalesce(other.priced_weight, 0) as compared_priced_weight,
    coalesce(other.priced_paid_weight, 0) as compared_priced_paid_weight
  from listed
  left join measured_accounts using (platform, account_id)
  left join ads_spent as spent on spent.platform = listed.platform and spent.account_id = listed.account_id and spent.ad_id = listed.ad_id
  left join earned as mine
    on mine.platform = listed.platform and mine.account_id = listed.account_id and mine.ad_id = listed.ad_id
    and mine.model = (select model from settings_in_force)
  left join earned as other
    on other.platform = listed.platform and other.account_id = listed.account_id and other.ad_id = listed.ad_id
    and other.model = $compared::varchar
),

-- What a sale costs with an ad of the profile: of five ads with three sales each, or it says nothing.
usual as (
  select if(count(*) >= 5, quantile_cont(spend::double * 1000000 / paid_weight, 0.5), null) as median_cost
  from figures
  where paid_weight >= 3000000 and spend > 0 and not has_unpriced
),

chosen as (
  select
    * exclude (effective_status, adset_id, adset_name, campaign_id, campaign_name),
    case $sort
      when 'spend' then spend::double
      when 'impressions' then impressions::double
      when 'clicks' then clicks::double
      when 'outcomes' then weight::double
      when 'revenue' then if(priced_weight = 0 and unpriced_weight > 0, null, value::double)
      when 'roas' then if(spend > 0 and not (priced_paid_weight = 0 and unpriced_paid_weight > 0), paid_value::double / spend::double, null)
      when 'cost_per_outcome' then if(spend is not null and paid_weight > 0, spend::double / paid_weight, null)
    end as sorted_number
  from figures
  where
    ($statuses::varchar[] is null or list_contains($statuses::varchar[], coalesce(effective_status, 'unknown')))
    and ($platform::varchar is null or platform = $platform)
    and ($campaign_id::varchar is null or campaign_id = $campaign_id)
    and ($adset_id::varchar is null or adset_id = $adset_id)
    and (
      $search::varchar is null
      or contains(lower(coalesce(ad_name, '')), lower($search))
      or contains(lower(coalesce(adset_name, '')), lower($search))
      or contains(lower(coalesce(campaign_name, '')), lower($search))
      or $search in (ad_id, adset_id, campaign_id)
    )
),

-- What has no number is last in either direction.
placed as (
  select
    *,
    $sort <> 'name' and sorted_number is null as is_last,
    if($descending::boolean, -coalesce(sorted_number, 0), coalesce(sorted_number, 0)) as sort_number,
    if($sort = 'name', lower(coalesce(ad_name, '')), '') as sort_text
  from chosen
),

page as (
  select *
  from placed
  where
    $after_id::varchar is null
    or is_last > $after_last::boolean
    or (
      is_last = $after_last::boolean
      and (
        sort_number > $after_number::double
        or (
          sort_number = $after_number::double
          and (
            if($descending::boolean, sort_text < $after_text::varchar, sort_text > $after_text::varchar)
            or (
              sort_text = $after_text::varchar
              and (ad_id, platform, account_id) > ($after_id::varchar, $after_platform::varchar, $after_account::varchar)
            )
          )
        )
      )
    )
  order by is_last, sort_number, if($descending::boolean, null, sort_text), if($descending::boolean, sort_text, null) desc, ad_id, platform, account_id
  limit $row_limit::bigint
),

totals as (
  select
    count(*) as total_ads,
    sum(spend)::decimal(38, 6) as total_spend,
    coalesce(sum(weight), 0)::bigint as total_weight,
    coalesce(sum(value), 0)::decimal(38, 6) as total_value,
    coalesce(sum(paid_weight), 0)::bigint as total_paid_weight,
    coalesce(sum(paid_value), 0)::decimal(38, 6) as total_paid_value,
    coalesce(sum(unpriced_weight), 0)::bigint as total_unpriced_weight,
    coalesce(sum(unpriced_paid_weight), 0)::bigint as total_unpriced_paid_weight,
    coalesce(sum(priced_weight), 0)::bigint as total_priced_weight,
    coalesce(sum(priced_paid_weight), 0)::bigint as total_priced_paid_weight
  from chosen
),

unpriced as (
  select distinct currency from counted where is_unpriced
  union
  select distinct spend_rows.currency
  from spend_rows
  where
    spend_rows.spend_day between $money_from::date and $money_to::date
    and spend_rows.spend <> 0
    and (spend_rows.spend_day, spend_rows.currency) in (select (day, currency) from day_rates where rate is null)
)

select
  settings_in_force.model,
  page.* exclude (ad_name, has_unpriced, sorted_number),
  coalesce(ads.currency, ads_unlisted.currency) as currency,
  coalesce(ads.ad_name, ads_unlisted.ad_name) as ad_name,
  coalesce(written.configured_status, ads.configured_status) as configured_status,
  coalesce(written.effective_status, ads.effective_status) as effective_status,
  coalesce(written.platform_status, ads.platform_status) as platform_status,
  ads.created_at, ads.read_at, ads.creative_id, ads.creative_name, ads.creative_type, ads.landing_page_url,
  coalesce(written.url_tags, ads.url_tags) as url_tags,
  coalesce(ads.adset_id, ads_unlisted.adset_id) as adset_id,
  coalesce(ads.adset_name, ads_unlisted.adset_name) as adset_name,
  ads.adset_status, ads.learning,
  coalesce(ads.campaign_id, ads_unlisted.campaign_id) as campaign_id,
  coalesce(ads.campaign_name, ads_unlisted.campaign_name) as campaign_name,
  ads.campaign_status, ads.objective, ads.budget_level, if(ads.budget_level = 'adset', coalesce(budgets.daily_budget, ads.daily_budget), ads.daily_budget) as daily_budget,
  ads.lifetime_budget,
  totals.*,
  usual.median_cost,
  (select list(currency order by currency) from unpriced) as unpriced_currencies,
  (select list({ currency: currency, days: days, oldest: oldest } order by currency) from older_rates) as older_rates
from settings_in_force
cross join totals
cross join usual
left join page on true
left join ads on ads.platform = page.platform and ads.account_id = page.account_id and ads.ad_id = page.ad_id
left join written
  on written.type = 'ad' and written.platform = page.platform and written.account_id = page.account_id and written.id = page.ad_id
left join written as budgets
  on budgets.type = 'adset' and budgets.platform = ads.platform and budgets.account_id = ads.account_id and budgets.id = ads.adset_id
left join ads_unlisted
  on ads_unlisted.platform = page.platform and ads_unlisted.account_id = page.account_id and ads_unlisted.ad_id = page.ad_id
order by is_last, sort_number, if($descending::boolean, null, sort_text), if($descending::boolean, sort_text, null) desc, page.ad_id, page.platform, page.account_id
