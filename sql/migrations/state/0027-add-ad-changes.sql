-- Changes of ads that platforms list, or that two readings of their catalogue show.
create table ad_changes (
  profile_id text not null,
  change_id text not null,                -- a hash: the same change again is the same row
  platform text not null,
  account_id text not null,
  object_type text not null check (object_type in ('campaign', 'adset', 'ad')),
  object_id text not null,
  object_name text,
  field text not null
  check (field in ('budget', 'status', 'bid', 'targeting', 'creative', 'schedule', 'name', 'created', 'other')),
  before text,                            -- null where the platform lists none
  after text,
  word text not null,                     -- the platform's word for it; empty of what two readings show
  actor text,                             -- as the platform names them
  via text,                               -- the app, tool or rule
  source text not null check (source in ('log', 'readings')),
  may_be_own integer check (may_be_own in (0, 1)), -- 0: another app made it, by the platform's log
  changed_at integer not null,            -- of two readings, the later one
  changed_after integer,                  -- of two readings, the earlier one
  primary key (profile_id, change_id)
) strict, without rowid;
create index ad_changes_by_time on ad_changes (profile_id, changed_at, change_id);
create index ad_changes_by_object on ad_changes (profile_id, object_id, changed_at);

alter table connection_accounts add column log_since integer;
alter table connection_accounts add column log_read_at integer;
alter table connection_accounts add column log_error text;
alter table catalogue_objects add column known text check (json_valid(known));
