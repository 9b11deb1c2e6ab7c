-- One row per kind of anomaly and value, and per kind (parameter and value null): the visits of the period that have it, what was sold after
-- them, and the spend of the campaigns that led to them. `of_visits` are the visits that could have it.
-- needs: converted, day_rates, flagged_visits, quality_origins, quality_outcomes, quality_sessions
-- columns: parameter?, value?, spend?
-- columns: kind 'macro_unexpanded'|'placeholder'|'variants'|'personal_data'|'medium_unknown'|'paid_without_medium'|'autotag_lost'|'id_and_name_disagree'|'internal_utm'|'self_referral'|'payment_referral'|'return_host'|'truncated'|'sudden_source'
with
flagged as (
  select kind, parameter, value, session_seq, min(example) as example
  from flagged_visits
  group by all
),

sold as (
  select touches.session_seq, quality_outcomes.conversion_no, quality_outcomes.amount
  from quality_outcomes
  join credit on credit.conversion_no = quality_outcomes.conversion_no and credit.last_touch > 0
  join touches on touches.touch_seq = credit.touch_seq and touches.is_synthetic = credit.is_synthetic
  where quality_outcomes.is_current and touches.session_seq is not null
),

-- Paid visits of each platform, and what they cost: a visit that lost its ids still came from somewhere.
platform_of as (
  select
    quality_origins.origin_id,
    quality_origins.visits,
    coalesce(platform_seeds.family, by_source.family, origins.platform) as family
  from quality_origins
  join origins using (origin_id)
  left join platform_seeds on platform_seeds.platform = origins.platform
  left join (select source, min(family) as family from platform_seeds group by source) as by_source on by_source.source = origins.source
  where origins.is_paid
),

costs as (
  select coalesce(platform_seeds.family, spend_rows.platform) as family, sum(converted(spend_rows.spend, day_rates.rate)) as spend
  from spend_rows
  left join platform_seeds using (platform)
  left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency is not distinct from spend_rows.currency
  where spend_rows.spend_day between $date_from::date and $date_to::date
  group by all
),

visit_costs as (
  select platform_of.origin_id, costs.spend / counted.visits as cost
  from platform_of
  join costs using (family)
  join (select family, sum(visits)::bigint as visits from platform_of group by family) as counted using (family)
),

google as (
  select coalesce(sum(quality_origins.visits), 0) as visits
  from quality_origins
  join origin_parts using (origin_id)
  join origins using (origin_id)
  where origin_parts.source_key in ('google', 'adwords', 'googleads') and origin_parts.utm_medium is not null and origins.is_paid
),

rows_of as (
  select kind, parameter, value, session_seq, example from flagged
  union all
  select distinct kind, null, null, session_seq, null from flagged
),

-- The ads that led to the visits, by name where spend has one.
ads_of as (
  select origin_parts.origin_id, coalesce(named.ad_name, origin_parts.ad_id) as ad
  from origin_parts
  join origins using (origin_id)
  left join (
    select platform, account_id, ad_id, max_by(ad_name, spend_day) as ad_name
    from spend_rows
    where ad_id is not null
    group by all
  ) as named
    on named.platform = origins.platform and named.account_id = origins.account_id and named.ad_id = origin_parts.ad_id
  where origin_parts.ad_id is not null
),

money_of as (
  select session_seq, count(*) as conversions, sum(amount) as cash from sold group by session_seq
)

select
  rows_of.kind,
  rows_of.parameter,
  rows_of.value,
  count(*)::integer as visits,
  any_value(if(rows_of.kind = 'autotag_lost', google.visits, everything.visits))::integer as of_visits,
  coalesce(sum(money_of.conversions), 0)::integer as conversions,
  coalesce(sum(money_of.cash), 0)::decimal(38, 6) as cash,
  sum(visit_costs.cost)::decimal(38, 6) as spend,
  coalesce(list_slice(list_sort(list_distinct(list(rows_of.example) filter (where rows_of.example is not null))), 1, 5), []) as examples,
  coalesce(list_slice(list_sort(list_distinct(list(ads_of.ad) filter (where ads_of.ad is not null))), 1, 5), []) as ads,
  min(quality_sessions.session_day) as first_day,
  max(quality_sessions.session_day) as last_day
from rows_of
join quality_sessions using (session_seq)
left join money_of using (session_seq)
left join visit_costs on visit_costs.origin_id = quality_sessions.origin_id
left join ads_of on ads_of.origin_id = quality_sessions.origin_id
cross join google
cross join (select count(*) as visits from quality_sessions) as everything
group by rows_of.kind, rows_of.parameter, rows_of.value
order by rows_of.value is not null, visits desc, rows_of.kind, rows_of.parameter, rows_of.value
limit 500
