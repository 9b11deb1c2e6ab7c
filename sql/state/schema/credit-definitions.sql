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

-- Profiles whose conversion definitions a person has confirmed, also when the built-in ones were left unchanged.
create table definition_reviews (
  profile_id text primary key,
  reviewed_at integer not null
) strict, without rowid;
