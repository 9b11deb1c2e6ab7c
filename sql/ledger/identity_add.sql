-- A ledger of version 2 gets its identity and checksums.
alter table entries add column checksum integer;
create index entries_without_sum on entries (entry_no) where checksum is null;
create table identity (
  id text not null,
  opening integer not null
) strict;
insert into identity (id, opening) values (lower(hex(randomblob(16))), 0);
pragma user_version = 3;
