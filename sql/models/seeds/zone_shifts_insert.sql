-- One row: UTC, until a decision on the time zone replaces it.
insert into zone_shifts values ('UTC', timestamp '1970-01-01', 0)
