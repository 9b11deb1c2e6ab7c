-- What the journal knows of the other stores, so that copies of another age are told from its own: which installation it belongs to, how often
-- its stores were opened, and each segment of the archive by its checksum.

-- One row.
create table installation (
  id text not null,
  opening integer not null
) strict;

-- One row per segment that facts were trimmed for. `next_sha256` is that of the one which is taking its place.
create table segments (
  profile_no integer not null,
  first_seq integer not null,
  last_seq integer not null,
  sha256 text not null,
  next_sha256 text,
  primary key (profile_no, first_seq)
) strict, without rowid;

pragma user_version = 2;
