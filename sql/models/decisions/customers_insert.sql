-- One row per customer created.
insert into customers
select decision_no from batch_decisions where kind = 'customer_created' order by decision_no
