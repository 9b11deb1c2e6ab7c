-- One row per phone of these customers as it was given.
select phones_as_given.phone
from json_each($customer_nos) as asked
cross join phones_as_given on phones_as_given.profile_id = $profile_id and phones_as_given.customer_no = asked.value
