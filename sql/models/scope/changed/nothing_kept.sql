-- No rows: every conversion of the scope is computed.
-- makes: kept_conversions
create temp table kept_conversions (conversion_no bigint)
