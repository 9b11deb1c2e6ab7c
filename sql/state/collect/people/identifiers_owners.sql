-- One row per identifier asked for that a customer holds: whom it names, and by which fact that customer came to be.
select i.identifier_key, i.customer_no, c.created_by_seq
from json_each($identifier_keys) as asked
cross join identifiers as i on i.profile_id = $profile_id and i.identifier_key = asked.value
cross join customers as c on c.profile_id = i.profile_id and c.customer_no = i.customer_no;
