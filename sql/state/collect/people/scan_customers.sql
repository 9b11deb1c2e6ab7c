-- One row per customer of a page: what it is compared by, apart from its identifiers.
select c.customer_no, c.first_name, c.last_name, d.sealed
from customers as c
left join customer_details as d on d.profile_id = c.profile_id and d.customer_no = c.customer_no
where c.profile_id = $profile_id and c.customer_no > $after
order by c.customer_no
limit $limit;
