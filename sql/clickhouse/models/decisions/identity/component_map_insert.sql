-- One row per customer with a merge, or that another took over: its person is the oldest member it reaches that was not taken over.
insert into component_map
with members as (
  select customer_no, min(least) as least from least_members group by customer_no
),
people as (
  select
    least,
    coalesce(minOrNullIf(customer_no, customer_no not in (select customer_no from followed_customers)), min(customer_no)) as person_key
  from members
  group by least
)
select members.customer_no, people.person_key from members join people on people.least = members.least;
