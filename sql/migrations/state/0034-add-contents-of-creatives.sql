-- What creatives say, and how long and wide their videos are.
create table creative_contents (
  profile_id text not null,
  platform text not null,
  account_id text not null,
  creative_id text not null,
  texts text not null check (json_valid(texts)),
  button text,                            -- the platform's word
  video_url text,                         -- where the platform shows it; null once it is read or given up
  video text check (json_valid(video)),   -- null until it is read
  video_attempts integer not null default 0,
  primary key (profile_id, platform, creative_id)
) strict, without rowid;
create index creative_contents_open on creative_contents (profile_id, platform, account_id) where video_url is not null;

-- Lift and split studies as the last complete reading of their account had them.
create table ad_studies (
  experiment_id text primary key,
  profile_id text not null,
  platform text not null,
  account_id text not null,
  study_id text not null,                 -- the platform's
  study text not null check (json_valid(study)),
  first_day text not null,
  read_at integer not null,
  unique (profile_id, platform, account_id, study_id)
) strict;
create index ad_studies_by_day on ad_studies (profile_id, first_day);

-- Ads that went into a study, of those that are registered or of those that a platform reports.
create table new_experiment_promotions (
  profile_id text not null references access_profiles (profile_id),
  experiment_id text not null,
  ad_id text not null,
  promoted_by text not null,
  promoted_at integer not null,
  primary key (profile_id, experiment_id, ad_id)
) strict, without rowid;
insert into new_experiment_promotions (profile_id, experiment_id, ad_id, promoted_by, promoted_at)
select profile_id, experiment_id, ad_id, promoted_by, promoted_at from experiment_promotions;
drop table experiment_promotions;
alter table new_experiment_promotions rename to experiment_promotions;

-- When the platform's list of studies of an account was read completely, and why a later reading was not.
alter table connection_accounts add column studies_read_at integer;
alter table connection_accounts add column studies_error text;
