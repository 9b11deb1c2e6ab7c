-- Decisions as they landed: identity, settings, definitions, rates, fits; and what is known beforehand (seeds).

create table customers (
  customer_no Int64
) engine = MergeTree order by customer_no;

create table identifier_map (
  identifier_key Int64,
  type LowCardinality(String),
  customer_no Int64
) engine = MergeTree order by identifier_key;

create table browser_map (
  visitor_key Int64,
  customer_no Int64,
  is_claim Bool
) engine = MergeTree order by visitor_key;

create table followed_customers (
  customer_no Int64,
  into_customer_no Int64
) engine = MergeTree order by customer_no;

create table merge_edges (
  customer_a Int64,
  customer_b Int64,
  decision_no Int64
) engine = MergeTree order by (customer_a, customer_b);

create table component_map (
  customer_no Int64,
  person_key Int64
) engine = MergeTree order by customer_no;

create table payment_payers (
  payment_seq Int64,
  customer_no Int64
) engine = MergeTree order by payment_seq;

create table payment_installments (
  payment_seq Int64,
  installment_of_key Nullable(Int64)
) engine = MergeTree order by payment_seq;

create table sale_pairs (
  payment_a Int64,
  payment_b Int64,
  is_same Bool
) engine = MergeTree order by (payment_a, payment_b);

create table withdrawn_facts (
  seq Int64
) engine = MergeTree order by seq;

create table visitor_people (
  visitor_key Int64,
  person_key Int64
) engine = MergeTree order by visitor_key;

create table settings (
  name String,
  value String
) engine = MergeTree order by name;

create table spend_aliases (
  utm_source String,
  utm_medium Nullable(String),
  platform Nullable(String)
) engine = MergeTree order by utm_source;

create table own_names (
  field String,
  name String,
  meaning String,
  meaning_name String
) engine = MergeTree order by (field, name);

create table own_domains (
  domain String
) engine = MergeTree order by domain;

create table definitions (
  definition_no Int32,
  conversion_key String,
  name String,
  event_types Array(String),
  type_keys Array(String),
  revenue_type String,
  counting String,
  value_rule String,
  fixed_value Nullable(Decimal(18, 6)),
  fixed_currency Nullable(String),
  lookback_window_days Nullable(Int32),
  is_default Bool,
  is_active Bool
) engine = MergeTree order by definition_no;

create table rates (
  day Date32,
  currency String,
  rate Decimal(38, 18),
  in_currency String
) engine = MergeTree order by (currency, day);

create table fits (
  conversion_key String,
  channel String,
  removal_effect Decimal(18, 9),
  touches Int64,
  base_probability Decimal(18, 9),
  conversions Int64,
  decision_no Int64
) engine = MergeTree order by (conversion_key, channel);

create table source_seeds (
  domain String,
  source String,
  category String
) engine = MergeTree order by domain;

create table source_names (
  name String,
  source String
) engine = MergeTree order by name;

create view return_categories as
select arrayJoin(['bank', 'payment', 'sign_in', 'tool']) as category;

create table leaving_labels (
  label String
) engine = MergeTree order by label;

create table click_seeds (
  kind String,
  platform String,
  source String,
  proves_paid Bool
) engine = MergeTree order by kind;

create table platform_seeds (
  platform String,
  family String,
  source String,
  category String,
  channel String,
  account_prefix String,
  is_any_company Bool
) engine = MergeTree order by platform;

create table platform_names (
  name String,
  platform String
) engine = MergeTree order by name;

create table decay_factors (
  unit String,
  step Int32,
  factor Int64
) engine = MergeTree order by (unit, step);

create table zone_shifts (
  zone String,
  from_at DateTime64(6, 'UTC'),
  shift_seconds Int32
) engine = MergeTree order by (zone, from_at);

create table channel_rules (
  rule_no Int32,
  rule_id String,
  channel String,
  is_paid Bool,
  needs_paid Nullable(Bool),
  source_categories Array(String),
  source_pattern Nullable(String),
  medium_pattern Nullable(String),
  campaign_pattern Nullable(String),
  click_kinds Array(String),
  platform_families Array(String),
  any_of Bool,
  needs_direct Nullable(Bool)
) engine = MergeTree order by rule_no;

create view no_source_hosts as
select arrayJoin(JSONExtract(value, 'Array(String)')) as host from settings where name = 'no_source_hosts';

create view bot_exceptions as
select arrayJoin(JSONExtract(value, 'Array(String)')) as pattern from settings where name = 'bot_exceptions';
