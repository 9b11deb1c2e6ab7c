-- No rows: where movements of cash go that are not to stay.
-- makes: cash_flows (merged)
create temp table cash_flows as
select * from cash_flows limit 0
