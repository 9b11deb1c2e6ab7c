-- One row per ad that is listed or spent in the window: what it cost, and the sales that visits of the window led to, whenever they were paid
-- (`ripe`: within the days that sales take). Weights are sales; money is in the profile's currency, budgets and what is compared with them in the account's. Shares are null without visits.
-- needs: ad_sales, ads_spent, ads_unlisted
-- columns: ad_name?, adset_id?, adset_name?, campaign_id?, campaign_name?, currency?
-- columns: effective_status 'active'|'paused'|'archived'|'other'|'removed'?, learning 'learning'|'limited'|'done'?, objective?, creative_id?
-- columns: budget_level 'adset'|'campaign'?, daily_budget?, spend?, changed_at?, first_day?, incomplete_from?, id_share?
-- columns: model 'first_touch'|'last_touch'|'last_non_direct'|'first_paid'|'last_paid'|'linear'|'position_based'|'time_decay'|'data_driven'
with
settings_in_force as (
  select
    coalesce(max(value) filter (where name = 'model'), 'last_non_direct') as model,
    coalesce(max(value) filter (where name = 'currency'), '') as currency
  from settings
),

sold as (
  select
    platform, account_id, ad_id,
    sum(own) as sales, sum(own * own) as squares, sum(ripe) as ripe_sales, sum(ripe * ripe) as ripe_squares,
    sum(last_non_direct) as last_non_direct, sum(linear) as linear, sum(position_based) as position_based, sum(data_driven) as data_driven
  from ad_sales
  group by platform, account_id, ad_id
),

listed as (
  select ad_id, platform, account_id, effective_status, ad_name, adset_id, adset_name, campaign_id, campaign_name from ads
  union all
  select ad_id, platform, account_id, null, ad_name, adset_id, adset_name, campaign_id, campaign_name from ads_unlisted
),

-- Of the days that an account has reported since its first one, the first that is missing in the window.
missing as (
  select accounts.platform, accounts.account_id, min(days.day) as first_missing
  from (select unnest(generate_series($money_from::date, $money_to::date, interval 1 day))::date as day) as days
  join (
    select platform, account_id, min(spend_day) as first_day from spend_days group by all
  ) as accounts on days.day >= accounts.first_day
  anti join spend_days
    on spend_days.platform = accounts.platform and spend_days.account_id = accounts.account_id and spend_days.spend_day = days.day
  group by all
),

days_of_ads as (
  select
    platform, account_id, ad_id,
    count(distinct spend_day) filter (where spend_day between $money_from::date and $money_to::date and spend > 0) as days,
    min(spend_day) as first_day
  from spend_rows
  where ad_id is not null
  group by platform, account_id, ad_id
),

-- In the account's currency, on the last seven days, as budgets are.
adset_spent as (
  select platform, account_id, adset_id, sum(spend) as spend, count(distinct spend_day) as days
  from spend_rows
  where adset_id is not null and spend_day between $last_from::date and $last_to::date
  group by all
),

live as (
  select platform, account_id, adset_id, count(*) as ads from ads where effective_status = 'active' group by all
),

changes as (
  select
    platform, account_id, object_type, object_id, read_at,
    lag(seq) over object as before_seq,
    daily_budget is distinct from lag(daily_budget) over object
    or lifetime_budget is distinct from lag(lifetime_budget) over object
    or configured_status is distinct from lag(configured_status) over object
    or creative_id is distinct from lag(creative_id) over object as is_change
  from ad_object_facts
  where object_type in ('ad', 'adset') and effective_status <> 'removed'
  window object as (partition by platform, account_id, object_type, object_id order by seq)
),

changed as (
  select platform, account_id, object_id, max(read_at) as changed_at
  from changes
  where is_change and before_seq is not null
  group by all
),

-- The share of visits with the id of their ad, among visits that name an ad or a campaign of the platform.
id_shares as (
  select origins.platform, count(*) filter (where origins.ad_id is not null) / count(*) as id_share
  from sessions
  join origins using (origin_id)
  where
    origins.is_paid
    and sessions.session_day between $money_from::date and $money_to::date
    and (
      (origins.platform, origins.account_id, origins.ad_id) in (select (platform, account_id, ad_id) from listed)
      or (origins.platform, origins.campaign_id) in (select (platform, campaign_id) from listed)
    )
  group by origins.platform
)

select
  listed.ad_id, listed.platform, listed.account_id, listed.ad_name, listed.adset_id, listed.adset_name, listed.campaign_id,
  listed.campaign_name, listed.effective_status,
  settings_in_force.model, settings_in_force.currency as profile_currency,
  coalesce(ads.currency, ads_unlisted.currency) as currency,
  ads.learning, ads.objective, ads.creative_id, ads.budget_level, ads.daily_budget,
  ads_spent.amount as spend,
  coalesce(ads_spent.has_unpriced, false) as has_unpriced,
  coalesce(sold.sales, 0)::double as sales,
  coalesce(sold.squares, 0)::double as squares,
  coalesce(sold.ripe_sales, 0)::double as ripe_sales,
  coalesce(sold.ripe_squares, 0)::double as ripe_squares,
  coalesce(sold.last_non_direct, 0)::double as last_non_direct,
  coalesce(sold.linear, 0)::double as linear,
  coalesce(sold.position_based, 0)::double as position_based,
  coalesce(sold.data_driven, 0)::double as data_driven,
  coalesce(days_of_ads.days, 0)::integer as days,
  days_of_ads.first_day,
  coalesce(adset_spent.spend / nullif(adset_spent.days, 0), 0)::double as adset_daily_spend,
  coalesce(live.ads, 0)::integer as live_in_adset,
  greatest(changed_ad.changed_at, changed_adset.changed_at) as changed_at,
  missing.first_missing as incomplete_from,
  id_shares.id_share::double as id_share
from listed
cross join settings_in_force
left join ads on ads.platform = listed.platform and ads.account_id = listed.account_id and ads.ad_id = listed.ad_id
left join ads_unlisted on ads_unlisted.platform = listed.platform and ads_unlisted.account_id = listed.account_id and ads_unlisted.ad_id = listed.ad_id
left join ads_spent on ads_spent.platform = listed.platform and ads_spent.account_id = listed.account_id and ads_spent.ad_id = listed.ad_id
left join sold on sold.platform = listed.platform and sold.account_id = listed.account_id and sold.ad_id = listed.ad_id
left join days_of_ads on days_of_ads.platform = listed.platform and days_of_ads.account_id = listed.account_id and days_of_ads.ad_id = listed.ad_id
left join adset_spent
  on adset_spent.platform = listed.platform and adset_spent.account_id = listed.account_id and adset_spent.adset_id = listed.adset_id
left join live on live.platform = listed.platform and live.account_id = listed.account_id and live.adset_id = listed.adset_id
left join changed as changed_ad
  on changed_ad.platform = listed.platform and changed_ad.account_id = listed.account_id and changed_ad.object_id = listed.ad_id
left join changed as changed_adset
  on changed_adset.platform = listed.platform and changed_adset.account_id = listed.account_id and changed_adset.object_id = listed.adset_id
left join missing on missing.platform = listed.platform and missing.account_id = listed.account_id
left join id_shares on id_shares.platform = listed.platform
where coalesce(ads_spent.amount, 0) > 0 or sold.sales > 0
order by listed.platform, listed.ad_id, listed.account_id
