-- One row per currency: the money of payments that may be counted twice, each once; and how many there are.
-- needs: maybe_twice_money
-- columns: currency
select currency, count(*) as payments, sum(amount)::decimal(38, 6) as amount
from maybe_twice_money
group by currency
order by currency
