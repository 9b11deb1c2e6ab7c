-- Tracking keys are public; a profile has at most one active key, which a repeated request answers again.
create table tracking_keys (
  tracking_key_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  public_key text not null unique,
  created_by text not null,
  created_at integer not null,
  revoked_at integer
) strict;
create unique index tracking_keys_one_active on tracking_keys (profile_id) where revoked_at is null;
create index tracking_keys_by_profile on tracking_keys (profile_id);
