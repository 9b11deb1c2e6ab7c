-- One row per row of the seed.
insert into decay_factors
select JSONExtractString(row, 'unit'), JSONExtract(row, 'step', 'Int32'), JSONExtract(row, 'factor', 'Int64') from raw_seeds where seed = 'decay_factors';
