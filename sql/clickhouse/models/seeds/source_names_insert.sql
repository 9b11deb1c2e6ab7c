-- One row per name of a known source.
insert into source_names
select JSONExtractString(row, 'name'), JSONExtractString(row, 'source') from raw_seeds where seed = 'source_names';
