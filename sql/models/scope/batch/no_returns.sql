-- No rows: page views by which a browser came back.
-- makes: returns (none)
create temp table returns (seq bigint)
