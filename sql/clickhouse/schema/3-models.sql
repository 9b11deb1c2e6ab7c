-- What the models compute. At one version, increments and a full replay leave the same rows here.

create table origins (
  origin_id Int64,
  source String,
  medium String,
  campaign Nullable(String),
  platform Nullable(String),
  account_id Nullable(String),
  campaign_id Nullable(String),
  adset_id Nullable(String),
  ad_id Nullable(String),
  channel String,
  is_paid Bool,
  is_direct Bool,
  rule_id String,
  spend_match Nullable(String),
  may_return Bool
) engine = MergeTree order by origin_id;

create table automated_visitors (
  visitor_key Int64
) engine = MergeTree order by visitor_key;

create table sessions (
  session_seq Int64,
  visitor_key Int64,
  person_key Int64,
  started_at DateTime64(6, 'UTC'),
  ended_at DateTime64(6, 'UTC'),
  session_day Date32,
  origin_id Int64,
  page_views Int32,
  events Int32,
  engaged_ms Int64,
  is_bounce Bool,
  landing_path Nullable(String),
  device LowCardinality(Nullable(String)),
  browser LowCardinality(Nullable(String)),
  os LowCardinality(Nullable(String)),
  country LowCardinality(Nullable(String))
) engine = MergeTree order by (session_day, session_seq);

create table touches (
  touch_seq Int64,
  is_synthetic Bool,
  session_seq Nullable(Int64),
  visitor_key Nullable(Int64),
  person_key Int64,
  touched_at DateTime64(6, 'UTC'),
  origin_id Int64,
  click_hash Nullable(Int64),
  landing_path Nullable(String),
  device LowCardinality(Nullable(String)),
  country LowCardinality(Nullable(String)),
  is_view Bool
) engine = MergeTree order by (person_key, touched_at, touch_seq);

create table touch_clicks (
  click_key Int64,
  touch_seq Int64,
  visitor_key Int64
) engine = MergeTree order by click_key;

create table sale_members (
  seq Int64,
  sale_seq Int64,
  position Int32,
  outcome_key Nullable(Int64),
  sale_key Nullable(Int64),
  has_refunds Bool
) engine = MergeTree order by seq;

create table outcomes (
  outcome_seq Int64,
  event_type LowCardinality(String),
  type_key LowCardinality(String),
  trust LowCardinality(String),
  person_key Int64,
  resolved_by LowCardinality(String),
  visitor_key Nullable(Int64),
  occurred_at DateTime64(6, 'UTC'),
  origin_id Int64,
  clicked_at Nullable(DateTime64(6, 'UTC')),
  value_amount Nullable(Decimal(18, 6)),
  currency LowCardinality(Nullable(String)),
  outcome_key Nullable(Int64),
  refund_of_key Nullable(Int64),
  installment_of_key Nullable(Int64),
  deal_key Nullable(Int64),
  country LowCardinality(Nullable(String)),
  device LowCardinality(Nullable(String))
) engine = MergeTree order by (person_key, outcome_seq);

create table outcome_clicks (
  click_key Int64,
  outcome_seq Int64
) engine = MergeTree order by click_key;

create table conversions (
  conversion_no Int64,
  outcome_seq Int64,
  definition_no Int32,
  conversion_key LowCardinality(String),
  event_type LowCardinality(String),
  revenue_type LowCardinality(String),
  person_key Int64,
  visitor_key Nullable(Int64),
  converted_at DateTime64(6, 'UTC'),
  converted_day Date32,
  is_counted Bool,
  gross_amount Nullable(Decimal(18, 6)),
  refunded_amount Decimal(18, 6),
  net_amount Nullable(Decimal(18, 6)),
  currency LowCardinality(Nullable(String)),
  country LowCardinality(Nullable(String)),
  device LowCardinality(Nullable(String)),
  join_method LowCardinality(Nullable(String)),
  is_attributed Bool,
  touch_count Int32,
  first_touched_at Nullable(DateTime64(6, 'UTC')),
  last_touch_seq Nullable(Int64),
  last_touch_is_synthetic Nullable(Bool)
) engine = MergeTree order by conversion_no;

create table credit (
  conversion_no Int64,
  touch_seq Int64,
  is_synthetic Bool,
  origin_id Int64,
  touched_at DateTime64(6, 'UTC'),
  position Int32,
  in_window Bool,
  is_candidate Bool,
  join_method LowCardinality(String),
  first_touch Int32,
  last_touch Int32,
  last_non_direct Int32,
  first_paid Int32,
  last_paid Int32,
  linear Int32,
  position_based Int32,
  time_decay Int32,
  data_driven Int32
) engine = MergeTree order by (conversion_no, touched_at, touch_seq, is_synthetic);

create table cash_flows (
  flow_seq Int64,
  payment_seq Int64,
  kind LowCardinality(String),
  person_key Int64,
  flowed_at DateTime64(6, 'UTC'),
  flow_day Date32,
  amount Decimal(18, 6),
  currency LowCardinality(String)
) engine = MergeTree order by (flow_seq, payment_seq);

create table person_sums (
  person_key Int64,
  first_seen_at Nullable(DateTime64(6, 'UTC')),
  last_seen_at Nullable(DateTime64(6, 'UTC')),
  session_count Int64,
  touch_count Int64,
  sources Array(String),
  conversion_count Int64,
  cash_revenue Decimal(38, 6),
  other_revenue Decimal(38, 6),
  is_foreign Bool
) engine = MergeTree order by person_key;

create table campaign_spellings (
  campaign_name String,
  name String,
  spelling String
) engine = MergeTree order by campaign_name;

create table spend_rows (
  platform String,
  account_id String,
  spend_day Date32,
  currency String,
  campaign_id Nullable(String),
  campaign_name Nullable(String),
  campaign_key Nullable(String),
  adset_id Nullable(String),
  adset_name Nullable(String),
  ad_id Nullable(String),
  ad_name Nullable(String),
  spend Decimal(18, 6),
  impressions Nullable(Int64),
  clicks Nullable(Int64),
  reach Nullable(Int64),
  frequency Nullable(Decimal(18, 6)),
  link_clicks Nullable(Int64),
  video_3s_views Nullable(Int64),
  thruplays Nullable(Int64),
  platform_conversions Nullable(Decimal(18, 6)),
  platform_conversion_value Nullable(Decimal(18, 6))
) engine = MergeTree order by (platform, account_id, spend_day);

create table spend_days (
  platform String,
  account_id String,
  spend_day Date32,
  seq Int64
) engine = MergeTree order by (platform, account_id, spend_day);

create table ad_objects (
  seq Int64,
  read_at DateTime64(6, 'UTC'),
  platform String,
  account_id String,
  currency String,
  object_type String,
  object_id String,
  campaign_id Nullable(String),
  adset_id Nullable(String),
  name Nullable(String),
  configured_status Nullable(String),
  effective_status String,
  platform_status Nullable(String),
  objective Nullable(String),
  daily_budget Nullable(Decimal(18, 6)),
  lifetime_budget Nullable(Decimal(18, 6)),
  learning Nullable(String),
  created_at Nullable(DateTime64(6, 'UTC')),
  creative_id Nullable(String),
  creative_name Nullable(String),
  creative_type Nullable(String),
  landing_page_url Nullable(String),
  url_tags Nullable(String)
) engine = MergeTree order by (platform, account_id, object_type, object_id);

create table ads (
  ad_id String,
  platform String,
  account_id String,
  currency String,
  ad_name Nullable(String),
  configured_status Nullable(String),
  effective_status String,
  platform_status Nullable(String),
  created_at Nullable(DateTime64(6, 'UTC')),
  read_at DateTime64(6, 'UTC'),
  creative_id Nullable(String),
  creative_name Nullable(String),
  creative_type Nullable(String),
  landing_page_url Nullable(String),
  url_tags Nullable(String),
  adset_id Nullable(String),
  adset_name Nullable(String),
  adset_status Nullable(String),
  learning Nullable(String),
  campaign_id Nullable(String),
  campaign_name Nullable(String),
  campaign_status Nullable(String),
  objective Nullable(String),
  budget_level Nullable(String),
  daily_budget Nullable(Decimal(18, 6)),
  lifetime_budget Nullable(Decimal(18, 6))
) engine = MergeTree order by (platform, account_id, ad_id);

create view payments as
select outcome_seq, person_key, occurred_at, value_amount, currency, outcome_key, installment_of_key
from outcomes
where trust = 'server' and value_amount is not null and refund_of_key is null
  and type_key in (select arrayJoin(type_keys) from definitions where is_active and revenue_type = 'cash');

create view installments as
with continued as (
  select outcome_seq, outcome_key, installment_of_key from payments
  where outcome_key in (select installment_of_key from outcomes where installment_of_key is not null)
)
select child.outcome_seq as outcome_seq, if(root.outcome_seq is null, parent.outcome_seq, root.outcome_seq) as payment_seq
from outcomes as child
join continued as parent on parent.outcome_key = child.installment_of_key and parent.outcome_seq <> child.outcome_seq
left join continued as root on root.outcome_key = parent.installment_of_key and root.outcome_seq <> parent.outcome_seq
left join continued as beyond on beyond.outcome_key = root.installment_of_key and beyond.outcome_seq <> root.outcome_seq
where child.installment_of_key is not null and child.trust = 'server' and child.refund_of_key is null and beyond.outcome_seq is null
  and (root.outcome_seq is null or root.outcome_seq <> child.outcome_seq);

create view spend as
with seen as (
  select platform, account_id, campaign_id, ad_id, channel, count() as origins_count
  from origins
  where is_paid and platform is not null and (campaign_id is not null or ad_id is not null)
  group by platform, account_id, campaign_id, ad_id, channel
),
by_ad as (
  select platform, account_id, ad_id, toNullable(argMin(channel, (-total, channel))) as ad_channel
  from (
    select platform, account_id, ad_id, channel, toInt64(sum(origins_count)) as total
    from seen where ad_id is not null group by platform, account_id, ad_id, channel
  ) as totals
  group by platform, account_id, ad_id
),
by_campaign as (
  select platform, account_id, campaign_id, toNullable(argMin(channel, (-total, channel))) as campaign_channel
  from (
    select platform, account_id, campaign_id, channel, toInt64(sum(origins_count)) as total
    from seen where campaign_id is not null group by platform, account_id, campaign_id, channel
  ) as totals
  group by platform, account_id, campaign_id
)
select
  spend_rows.platform as platform,
  spend_rows.account_id as account_id,
  spend_rows.spend_day as spend_day,
  spend_rows.currency as currency,
  spend_rows.campaign_id as campaign_id,
  spend_rows.campaign_name as campaign_name,
  spend_rows.adset_id as adset_id,
  spend_rows.adset_name as adset_name,
  spend_rows.ad_id as ad_id,
  spend_rows.ad_name as ad_name,
  coalesce(
    by_ad.ad_channel, by_ad_anywhere.ad_channel, by_campaign.campaign_channel, by_campaign_anywhere.campaign_channel, platform_seeds.channel, 'Paid Other'
  ) as channel,
  spend_rows.spend as spend,
  spend_rows.impressions as impressions,
  spend_rows.clicks as clicks,
  spend_rows.reach as reach,
  spend_rows.frequency as frequency,
  spend_rows.link_clicks as link_clicks,
  spend_rows.video_3s_views as video_3s_views,
  spend_rows.thruplays as thruplays,
  spend_rows.platform_conversions as platform_conversions,
  spend_rows.platform_conversion_value as platform_conversion_value
from spend_rows
left join by_ad on by_ad.platform = spend_rows.platform and by_ad.account_id = spend_rows.account_id and by_ad.ad_id = spend_rows.ad_id
left join (select * from by_ad where account_id is null) as by_ad_anywhere
  on by_ad_anywhere.platform = spend_rows.platform and by_ad_anywhere.ad_id = spend_rows.ad_id
left join by_campaign
  on by_campaign.platform = spend_rows.platform and by_campaign.account_id = spend_rows.account_id
  and by_campaign.campaign_id = spend_rows.campaign_id
left join (select * from by_campaign where account_id is null) as by_campaign_anywhere
  on by_campaign_anywhere.platform = spend_rows.platform and by_campaign_anywhere.campaign_id = spend_rows.campaign_id
left join platform_seeds on platform_seeds.platform = spend_rows.platform;
