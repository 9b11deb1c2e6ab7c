-- One row per customer and another that is the same person, either way round; and each customer with itself, as the least of its person so far.
create table merge_links engine = Memory as
select customer_a as here, customer_b as there from merge_edges
union distinct
select customer_b, customer_a from merge_edges
union distinct
select customer_no, into_customer_no from followed_customers
union distinct
select into_customer_no, customer_no from followed_customers;
create table least_members (
  customer_no Int64,
  least SimpleAggregateFunction(min, Int64)
) engine = AggregatingMergeTree order by customer_no;
insert into least_members select distinct here, here from merge_links;
