-- API keys. A secret is never kept: `hash` is its SHA-256, `lookup` a few of its characters to find the row by.
create table api_keys (
  api_key_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  name text not null,
  lookup text not null,
  hash blob not null,
  scopes text not null check (json_valid(scopes)),
  rate_limit_per_minute integer not null check (rate_limit_per_minute > 0),
  minted_by text not null,
  created_at integer not null,
  expires_at integer,
  revoked_at integer,
  app_id text references apps (app_id), -- the app that minted it, if one did
  replaced_by text references api_keys (api_key_id) -- the key that it was rotated into
) strict;
create index api_keys_by_lookup on api_keys (lookup);
create index api_keys_by_profile on api_keys (profile_id);
