-- name: browser_claim_add
-- One row per identifier that a browser named and browser that named it.
insert into browser_claims (profile_id, identifier_key, visitor_key)
values ($profile_id, $identifier_key, $visitor_key)
on conflict do nothing;

-- name: browser_claims_erase
-- The identifiers that the browsers of a customer named.
delete from browser_claims
where profile_id = $profile_id
  and visitor_key in (select visitor_key from browsers where profile_id = $profile_id and customer_no = $customer_no);

-- name: browser_claims_list
-- One row per identifier that a browser named beside the one that links it, with its customer, if any.
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

-- name: browser_claims_take
-- One row per browser that had named an identifier; the claims are answered and go.
delete from browser_claims where profile_id = $profile_id and identifier_key = $identifier_key
returning visitor_key;

-- name: erasure_browser_claims_erase
-- Which browsers named an identifier.
delete from browser_claims
where profile_id = $profile_id and identifier_key = $identifier_key;
