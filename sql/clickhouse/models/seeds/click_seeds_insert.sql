-- One row per row of the seed.
insert into click_seeds
select JSONExtractString(row, 'kind'), JSONExtractString(row, 'platform'), JSONExtractString(row, 'source'), JSONExtractBool(row, 'proves_paid')
from raw_seeds where seed = 'click_seeds';
