-- Facts as they landed, once each. Nothing here is computed from settings.

create table cursors (
  name String,
  value Int64
) engine = MergeTree order by name;

create table events (
  seq Int64,
  received_at DateTime64(6, 'UTC'),
  occurred_at DateTime64(6, 'UTC'),
  trust LowCardinality(String),
  event_type LowCardinality(String),
  type_key LowCardinality(String),
  event_name Nullable(String),
  visitor_key Nullable(Int64),
  dedupe_hash Nullable(Int64),
  origin_id Int64,
  click_hash Nullable(Int64),
  clicked_at Nullable(DateTime64(6, 'UTC')),
  is_page_view Bool,
  has_page Bool,
  is_excluded Bool,
  is_bot Bool,
  is_internal Bool,
  bot_agent LowCardinality(Nullable(String)),
  agent_key LowCardinality(Nullable(String)),
  engaged_ms Nullable(Int64),
  value_amount Nullable(Decimal(18, 6)),
  currency LowCardinality(Nullable(String)),
  outcome_key Nullable(Int64),
  refund_of_key Nullable(Int64),
  installment_of_key Nullable(Int64),
  deal_key Nullable(Int64),
  device LowCardinality(Nullable(String)),
  browser LowCardinality(Nullable(String)),
  os LowCardinality(Nullable(String)),
  country LowCardinality(Nullable(String)),
  city LowCardinality(Nullable(String)),
  url Nullable(String),
  host LowCardinality(Nullable(String)),
  path Nullable(String),
  left_domain LowCardinality(Nullable(String)),
  page_title Nullable(String),
  utm_term Nullable(String),
  utm_content Nullable(String),
  click_ids Nullable(String),
  action_source LowCardinality(Nullable(String)),
  event_source_url Nullable(String),
  flags Array(String),
  properties Nullable(String)
) engine = MergeTree order by (visitor_key, occurred_at, seq) settings allow_nullable_key = 1;

create table repeated_events (
  seq Int64,
  first_seq Int64,
  received_at DateTime64(6, 'UTC')
) engine = MergeTree order by seq;

create table event_identifiers (
  seq Int64,
  priority Int8,
  type LowCardinality(String),
  identifier_key Int64
) engine = MergeTree order by (identifier_key, seq);

create table event_clicks (
  seq Int64,
  kind LowCardinality(String),
  click_key Int64
) engine = MergeTree order by seq;

create table money_facts (
  seq Int64,
  type_key LowCardinality(String),
  occurred_at DateTime64(6, 'UTC'),
  value_amount Decimal(18, 6),
  currency LowCardinality(String),
  outcome_key Nullable(Int64),
  refund_of_key Nullable(Int64),
  visitor_key Nullable(Int64),
  system LowCardinality(String),
  system_kind LowCardinality(String)
) engine = MergeTree order by seq;

create table sale_keys (
  seq Int64,
  kind LowCardinality(String),
  sale_key Int64
) engine = MergeTree order by (sale_key, seq);

create table origin_parts (
  origin_id Int64,
  utm_source Nullable(String),
  utm_medium Nullable(String),
  utm_campaign Nullable(String),
  source_key Nullable(String),
  medium_key Nullable(String),
  campaign_key Nullable(String),
  platform Nullable(String),
  account_id Nullable(String),
  campaign_id Nullable(String),
  adset_id Nullable(String),
  ad_id Nullable(String),
  click_kinds Nullable(String),
  referrer_host Nullable(String),
  referrer_domain Nullable(String),
  family Nullable(String),
  source_family Nullable(String),
  source_name Nullable(String),
  campaign_name Nullable(String),
  first_seq Int64
) engine = MergeTree order by origin_id;

create table spend_facts (
  seq Int64,
  row_no Int32,
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
  spend Nullable(Decimal(18, 6)),
  impressions Nullable(Int64),
  clicks Nullable(Int64),
  reach Nullable(Int64),
  frequency Nullable(Decimal(18, 6)),
  link_clicks Nullable(Int64),
  video_3s_views Nullable(Int64),
  thruplays Nullable(Int64),
  platform_conversions Nullable(Decimal(18, 6)),
  platform_conversion_value Nullable(Decimal(18, 6))
) engine = MergeTree order by (platform, account_id, spend_day, seq, row_no);

create table ad_object_facts (
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
) engine = MergeTree order by (platform, account_id, object_type, object_id, seq);
