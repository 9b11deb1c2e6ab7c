-- Keys that took the place of others, and how often each credential of a server called on each day.
alter table api_keys add column replaced_by text references api_keys (api_key_id); -- the key that it was rotated into

create table credential_usage (
  usage_day text not null,                -- UTC
  credential text not null,               -- key:<id>, app:<id>
  requests integer not null,
  refused integer not null,               -- of these, answered with 4xx or 5xx
  primary key (usage_day, credential)
) strict, without rowid;
