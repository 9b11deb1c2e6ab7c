-- Profiles: one advertised business each, with its settings; time and money settings are decisions as well.
create table profiles (
  profile_id text primary key references access_profiles (profile_id),
  workspace_id text not null references workspaces (workspace_id),
  name text not null,
  currency text not null,
  timezone text not null,
  domains text not null check (json_valid(domains)),
  privacy_mode text not null check (privacy_mode in ('standard', 'platform_safe', 'hipaa')),
  onboarding_completed integer not null default 0 check (onboarding_completed in (0, 1)),
  configured_at integer,
  created_by text not null,
  created_at integer not null,
  updated_at integer not null,
  demo_filled_at integer -- null: not filled to the end, or no demo
) strict;
create index profiles_by_workspace on profiles (workspace_id, name);

-- One row per profile: the clocks of its time zone that figures and "today" use, as in the last decision on the zone.
create table profile_zones (
  profile_id text primary key references profiles (profile_id),
  zone text not null,
  -- Which table of zones it is from, such as 2026c; empty where it is not known.
  version text not null,
  shifts text not null check (json_valid(shifts))
) strict;
