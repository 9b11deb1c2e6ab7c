-- One row per name of an ad platform.
insert into platform_names
select JSONExtractString(row, 'name'), JSONExtractString(row, 'platform') from raw_seeds where seed = 'platform_names';
