-- One row per identifier that a browser named beside the one that links it, with the customer that holds it, if any does.
-- columns: type 'external_id'|'crm_contact_id'|'national_id'|'email'|'phone'?, holder_no integer?
select
  b.identifier_key,
  coalesce(i.type, (
    select min(c.type) from identifier_claims as c
    where c.profile_id = b.profile_id and c.identifier_key = b.identifier_key
  )) as type,
  i.customer_no as holder_no
from browser_claims as b
left join identifiers as i on i.profile_id = b.profile_id and i.identifier_key = b.identifier_key
where b.profile_id = $profile_id and b.visitor_key = $visitor_key
order by b.identifier_key;
