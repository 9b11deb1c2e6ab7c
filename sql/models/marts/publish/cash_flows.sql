-- One row per movement of cash of a counted cash conversion.
select * from cash_flows order by flow_seq, payment_seq
