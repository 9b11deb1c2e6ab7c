-- One row at most: the customer that holds an identifier, and whether browsers alone say so.
-- columns: is_claim integer
select i.customer_no, coalesce(c.is_claim, 0) as is_claim
from identifiers as i
left join customers as c on c.profile_id = i.profile_id and c.customer_no = i.customer_no
where i.profile_id = $profile_id and i.identifier_key = $identifier_key;
