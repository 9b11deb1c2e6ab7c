-- The registration of this installation as an app at a provider, as it was entered in the console; the environment wins over it.
create table provider_apps (
  provider text primary key,
  app_no integer not null unique,         -- grows with each change of any
  secrets blob,                           -- JSON, sealed: id, secret and what else the provider gives; null once it was removed
  checked text check (checked is null or json_valid(checked)), -- what the provider said of it last
  checked_at integer,
  updated_by text not null,
  updated_at integer not null
) strict, without rowid;
