-- One row: UTC, until a decision on the time zone replaces it.
insert into zone_shifts
select 'UTC', toDateTime64('1970-01-01 00:00:00', 6, 'UTC'), 0
where (select count() from batch_decisions where kind = 'setting' and JSONExtractString(payload, 'name') = 'timezone') = 0;
