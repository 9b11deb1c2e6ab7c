-- One row per stretch of free pages that is being overwritten; it is there while a purge runs.
create table if not exists wiped (zeros blob) strict;
