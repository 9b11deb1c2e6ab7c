-- The overwritten pages are free again.
drop table if exists wiped;
