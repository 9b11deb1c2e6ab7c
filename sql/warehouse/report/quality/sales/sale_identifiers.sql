-- One row per sale with identifiers: which it names.
-- needs: counted_sales
-- makes: sale_identifiers
create temp table sale_identifiers as
select
  seq as outcome_seq,
  min(identifier_key) filter (where type = 'email') as email_key,
  min(identifier_key) filter (where type = 'phone') as phone_key,
  min(identifier_key) filter (where type = 'external_id') as external_key
from event_identifiers
where seq in (select outcome_seq from counted_sales)
group by seq
