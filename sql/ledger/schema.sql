-- One row per entry of a ledger: what was tried and what became of it.
create table entries (
  entry_no integer primary key autoincrement,
  ledger text not null,
  profile_id text not null,
  key text not null,
  state text not null,
  at integer not null,
  updated_at integer not null,
  body text not null check (json_valid(body)),
  lane text,
  due_at integer
) strict;

create unique index entries_by_key on entries (profile_id, ledger, key);
create index entries_in_order on entries (profile_id, ledger, entry_no);
create index entries_by_state on entries (profile_id, ledger, state, entry_no);
create index entries_by_age on entries (ledger, at);
create index entries_of_lane on entries (ledger, lane, state, entry_no) where lane is not null;
create index entries_due on entries (ledger, lane, due_at) where due_at is not null;
pragma user_version = 2;
