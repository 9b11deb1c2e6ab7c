-- One row per customer that another took over.
-- needs: batch_decisions
insert into followed_customers
select (payload->>'customer_no')::bigint, (payload->>'into_customer_no')::bigint
from batch_decisions
where kind = 'customer_followed'
order by decision_no
