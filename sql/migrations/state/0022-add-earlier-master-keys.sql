-- Master keys that were replaced.
create table earlier_master_keys (
  key_id text primary key,
  sealed_key blob not null,               -- sealed by the master key
  replaced_at integer not null
) strict, without rowid;
