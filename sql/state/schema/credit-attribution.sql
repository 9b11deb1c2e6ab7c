-- What credit/attribution keeps: settings that differ from the built-in ones, definitions, facts that cannot be landed.
create table attribution_settings (
  profile_id text not null,
  name text not null,
  value text not null,
  primary key (profile_id, name)
) strict, without rowid;

create table definitions (
  profile_id text not null,
  definition_no integer not null check (definition_no between 1 and 4095),
  conversion_key text not null,
  name text not null,
  event_types text not null check (json_valid(event_types)),
  revenue_type text not null check (revenue_type in ('cash', 'pipeline', 'gross')),
  counting text not null check (counting in ('every', 'first_per_customer')),
  value_rule text not null check (value_rule in ('event', 'fixed', 'none')),
  fixed_value text,                       -- decimal
  fixed_currency text,
  lookback_window_days integer check (lookback_window_days between 1 and 90),
  is_default integer not null check (is_default in (0, 1)),
  is_active integer not null check (is_active in (0, 1)),
  created_at integer not null,
  updated_at integer not null,
  primary key (profile_id, definition_no),
  unique (profile_id, conversion_key)
) strict, without rowid;

create table landing_quarantine (
  profile_id text not null,
  seq integer not null,
  reason text not null,                   -- never text of the fact
  decision_no integer not null,
  primary key (profile_id, seq)
) strict, without rowid;

-- Profiles whose conversion definitions somebody has settled, also when they were left as they were built in.
create table definition_reviews (
  profile_id text primary key,
  reviewed_at integer not null
) strict, without rowid;

-- Exchange rates that this installation was told: on a day, one unit of the base was worth so many of the currency. What a profile
-- uses of them is a decision of the profile.
create table exchange_rates (
  day text not null,
  base text not null,
  currency text not null,
  rate text not null,
  primary key (day, base, currency)
) strict, without rowid;

-- A profile's own channel rules as they were last put; none means that the built-in ones stand alone.
create table channel_rule_sets (
  profile_id text primary key,
  rule_set text not null check (json_valid(rule_set)), -- as the request said it
  updated_at integer not null
) strict, without rowid;
