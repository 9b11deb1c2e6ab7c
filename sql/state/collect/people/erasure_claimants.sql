-- One row per customer whom only browsers named, and for whom they named this identifier beside the one it holds.
select c.customer_no
from identifier_claims as i
cross join customers as c on c.profile_id = i.profile_id and c.customer_no = i.customer_no
where i.profile_id = $profile_id and i.identifier_key = $identifier_key and c.is_claim = 1
order by c.customer_no;
