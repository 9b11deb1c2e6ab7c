-- What creatives are made of: tags of ads from closed lists, each with its source. `queued_at` is set while a job is to analyse the ad.
create table creative_analyses (
  profile_id text not null references access_profiles (profile_id),
  platform text not null,
  account_id text not null,
  ad_id text not null,
  queued_at integer,
  analysed_at integer,                    -- null until the first analysis
  found text check (json_valid(found)),   -- tags, and where they come from
  primary key (profile_id, platform, account_id, ad_id)
) strict, without rowid;
create index creative_analyses_queued on creative_analyses (profile_id, queued_at) where queued_at is not null;

-- The tags that a person gave an ad.
create table creative_labels (
  profile_id text not null references access_profiles (profile_id),
  platform text not null,
  account_id text not null,
  ad_id text not null,
  dimension text not null,
  level text not null,
  labelled_by text not null,              -- as in the audit
  labelled_at integer not null,
  primary key (profile_id, platform, account_id, ad_id, dimension)
) strict, without rowid;
