-- One row: a sum that becomes less with each customer that reaches a lesser one.
select toString(coalesce(sum(toInt256(least)), 0)) as total from (select customer_no, min(least) as least from least_members group by customer_no)
