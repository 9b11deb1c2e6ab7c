-- One row per row of the seed.
insert into leaving_labels
select JSONExtractString(row, 'label') from raw_seeds where seed = 'leaving_labels';
