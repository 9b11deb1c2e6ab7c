-- One row: which installation this is, how often its stores were opened together, and the opening that has just begun. The journal carries
-- the same: two that are not of one moment are told by it.
create table installation (
  id text not null,
  opening integer not null,
  next_opening integer
) strict;

insert into installation (id, opening) values (lower(hex(randomblob(16))), 0);
