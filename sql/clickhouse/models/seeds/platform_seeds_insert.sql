-- One row per row of the seed.
insert into platform_seeds
select
  JSONExtractString(row, 'platform'), JSONExtractString(row, 'family'), JSONExtractString(row, 'source'), JSONExtractString(row, 'category'),
  JSONExtractString(row, 'channel'), JSONExtractString(row, 'account_prefix'), JSONExtractBool(row, 'is_any_company')
from raw_seeds where seed = 'platform_seeds';
