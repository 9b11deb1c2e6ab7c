-- One row per outcome and definition it matches.
-- month: converted_day
-- column gross_micros: gross_amount as an integer of millionths of its currency.
-- column refunded_micros: refunded_amount as an integer of millionths of its currency.
-- column net_micros: net_amount as an integer of millionths of its currency.
select
  *,
  (gross_amount * 1000000)::bigint as gross_micros,
  (refunded_amount * 1000000)::bigint as refunded_micros,
  (net_amount * 1000000)::bigint as net_micros
from conversions
order by conversion_no
