-- A ledger of version 1 gets lanes.
alter table entries add column lane text;
alter table entries add column due_at integer;
create index entries_of_lane on entries (ledger, lane, state, entry_no) where lane is not null;
create index entries_due on entries (ledger, lane, due_at) where due_at is not null;
pragma user_version = 2;
