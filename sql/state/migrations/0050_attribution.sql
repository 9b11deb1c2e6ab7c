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
  event_types text not null,              -- JSON array
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
