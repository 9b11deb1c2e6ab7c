-- One row per customer that a link, or the least member of a customer that it reaches, brings to a lesser one.
insert into least_members
with leasts as (
  select customer_no, min(least) as least from least_members group by customer_no
),
near as (
  select links.here as customer_no, leasts.least as least
  from merge_links as links join leasts on leasts.customer_no = links.there
  union all
  select mine.customer_no as customer_no, theirs.least as least
  from leasts as mine join leasts as theirs on theirs.customer_no = mine.least
)
select near.customer_no as customer_no, min(near.least) as nearer
from near join leasts on leasts.customer_no = near.customer_no
group by near.customer_no
having nearer < any(leasts.least)
