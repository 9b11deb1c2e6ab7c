-- One row when an identifier was left off one of these customers.
-- columns: found integer
select 1 as found
from json_each($customer_nos) as asked
cross join identifiers_left_off as left_off on left_off.profile_id = $profile_id and left_off.customer_no = asked.value
limit 1
