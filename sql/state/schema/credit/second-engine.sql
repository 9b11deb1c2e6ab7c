-- What ClickHouse has of a profile: each build is a database of its own, and one that is complete is the current one.
create table clickhouse_builds (
  profile_no integer primary key autoincrement, -- part of the names of its databases
  profile_id text not null unique,
  generation integer not null,            -- of the last build that was begun
  current_generation integer,             -- of the complete build that is read; null: none
  landed_seq integer,                     -- what that one contains
  landed_decision integer,
  code integer,                           -- the version of what computed it
  built_at integer
) strict;

-- One row per profile whose engine was chosen: from where its reports read. A profile without a row reads DuckDB.
create table profile_engines (
  profile_id text primary key,
  engine text not null check (engine in ('duckdb', 'clickhouse')),
  changed_at integer not null
) strict, without rowid;
