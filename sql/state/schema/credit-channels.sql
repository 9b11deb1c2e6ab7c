-- A profile's own channel rules as last put; without a row the built-in ones apply alone.
create table channel_rule_sets (
  profile_id text primary key,
  rule_set text not null check (json_valid(rule_set)), -- as the request said it
  updated_at integer not null
) strict, without rowid;
