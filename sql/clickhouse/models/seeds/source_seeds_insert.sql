-- One row per row of the seed.
insert into source_seeds
select JSONExtractString(row, 'domain'), JSONExtractString(row, 'source'), JSONExtractString(row, 'category') from raw_seeds where seed = 'source_seeds';
