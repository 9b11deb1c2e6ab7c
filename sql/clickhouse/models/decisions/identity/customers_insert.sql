-- One row per customer created.
-- needs: batch_decisions
insert into customers
select decision_no from batch_decisions where kind = 'customer_created';
