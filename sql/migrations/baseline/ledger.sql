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
  due_at integer,
  -- The checksum of the other columns; null until the end of the transaction that writes the row, and in rows of an earlier version.
  checksum integer
) strict;

create unique index entries_by_key on entries (profile_id, ledger, key);
create index entries_in_order on entries (profile_id, ledger, entry_no);
create index entries_by_state on entries (profile_id, ledger, state, entry_no);
create index entries_by_age on entries (ledger, at);
create index entries_of_lane on entries (ledger, lane, state, entry_no) where lane is not null;
create index entries_due on entries (ledger, lane, due_at) where due_at is not null;
create index entries_without_sum on entries (entry_no) where checksum is null;

-- One row: which file this is, and how often it was opened. State has the same: a file that is another one, or older, is recognised by it.
create table identity (
  id text not null,
  opening integer not null
) strict;
insert into identity (id, opening) values (lower(hex(randomblob(16))), 0);
pragma user_version = 3;
