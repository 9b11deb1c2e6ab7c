-- One row at most: the customer a browser is linked to, and whether browsers alone say so of the link and of the customer.
-- columns: customer_no integer, is_claimed integer
select coalesce(c.successor_no, b.customer_no) as customer_no, b.customer_no as member_no, b.is_claim, coalesce(c.is_claim, 0) as is_claimed
from browsers as b
left join customers as c on c.profile_id = b.profile_id and c.customer_no = b.customer_no
where b.profile_id = $profile_id and b.visitor_key = $visitor_key;
