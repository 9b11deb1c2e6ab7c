-- How long profiles keep people who do not come back.
create table retention_rules (
  profile_id text primary key references access_profiles (profile_id),
  visitor_days integer check (visitor_days between 30 and 3650),   -- null: browsers of no customer are kept
  customer_days integer check (customer_days between 30 and 3650), -- null: customers are kept
  set_at integer not null,
  set_by text not null,
  checked_at integer,                     -- the last look that found all
  visitors_before integer not null default 0, -- browsers last seen before are removed, microseconds since 1970 …
  visitors_seq integer not null default 0,    -- … but those with later facts than this
  visitors_removed integer not null default 0,
  customers_removed integer not null default 0
) strict, without rowid;
