-- No rows: every conversion of the scope is computed.
create temp table kept_conversions (conversion_no bigint)
