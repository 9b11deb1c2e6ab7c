-- No rows: every conversion of the scope is computed.
-- makes: kept_conversions
create table kept_conversions (conversion_no Int64) engine = Memory;
