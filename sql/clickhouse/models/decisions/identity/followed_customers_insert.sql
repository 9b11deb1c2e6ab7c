-- One row per customer that another took over.
-- needs: batch_decisions
insert into followed_customers
select JSONExtract(payload, 'customer_no', 'Nullable(Int64)'), JSONExtract(payload, 'into_customer_no', 'Nullable(Int64)')
from batch_decisions
where kind = 'customer_followed';
