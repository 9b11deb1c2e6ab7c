-- One row per browser of these customers.
select browsers.visitor_key, browsers.anonymous_id, browsers.decision_no
from json_each($customer_nos) as asked
cross join browsers indexed by browsers_of_customer on browsers.profile_id = $profile_id and browsers.customer_no = asked.value
