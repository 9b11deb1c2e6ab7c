-- One row per customer that joined such a component through the batch.
insert into changed_customers
with heads as (
  select person_key from component_map where customer_no in (select customer_no from changed_customers)
)
select customer_no from component_map
where person_key in (select person_key from heads) and customer_no not in (select customer_no from changed_customers)
