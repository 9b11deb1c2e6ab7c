-- One row per customer of these.
select customers.customer_no, customers.first_name, customers.last_name
from json_each($customer_nos) as asked
cross join customers on customers.profile_id = $profile_id and customers.customer_no = asked.value
