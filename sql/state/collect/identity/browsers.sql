-- name: browser_find
-- One row at most: the customer a browser is linked to, and whether browsers alone say so of the link and of the customer.
-- columns: customer_no integer, is_claimed integer
select coalesce(c.successor_no, b.customer_no) as customer_no, b.customer_no as member_no, b.is_claim, coalesce(c.is_claim, 0) as is_claimed
from browsers as b
left join customers as c on c.profile_id = b.profile_id and c.customer_no = b.customer_no
where b.profile_id = $profile_id and b.visitor_key = $visitor_key;

-- name: browser_get
-- One row at most: the decision that links a browser.
select decision_no from browsers where profile_id = $profile_id and visitor_key = $visitor_key;

-- name: browser_link
-- One row: a browser and the customer it is linked to.
insert into browsers (profile_id, visitor_key, customer_no, anonymous_id, decision_no, linked_by_seq, is_claim)
values ($profile_id, $visitor_key, $customer_no, $anonymous_id, $decision_no, $seq, $is_claim);

-- name: browser_relink
-- One row: a browser whose claimed link a better one replaces.
update browsers
set customer_no = $customer_no, decision_no = $decision_no, linked_by_seq = $seq, is_claim = $is_claim,
  anonymous_id = coalesce(anonymous_id, $anonymous_id)
where profile_id = $profile_id and visitor_key = $visitor_key;

-- name: browsers_any_of_customer
-- One row when a browser is linked to a customer.
-- columns: is_any integer
select 1 as is_any from browsers indexed by browsers_of_customer
where profile_id = $profile_id and customer_no = $customer_no
limit 1;

-- name: erasure_browsers
-- One row per browser of these customers.
select browsers.visitor_key, browsers.anonymous_id, browsers.decision_no
from json_each($customer_nos) as asked
cross join browsers indexed by browsers_of_customer on browsers.profile_id = $profile_id and browsers.customer_no = asked.value;
