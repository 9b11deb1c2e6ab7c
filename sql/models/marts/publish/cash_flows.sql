-- One row per movement of cash of a counted cash conversion.
-- month: flow_day
-- column amount_micros: amount as an integer of millionths of its currency.
select *, (amount * 1000000)::bigint as amount_micros from cash_flows order by flow_seq, payment_seq
