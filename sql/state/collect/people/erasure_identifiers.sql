-- One row per identifier of these customers.
select identifiers.identifier_key, identifiers.type, identifiers.value, identifiers.sealed, identifiers.decision_no
from json_each($customer_nos) as asked
cross join identifiers indexed by identifiers_of_customer on identifiers.profile_id = $profile_id and identifiers.customer_no = asked.value
