-- One row per identifier of a customer.
select identifier_key from identifiers indexed by identifiers_of_customer
where profile_id = $profile_id and customer_no = $customer_no
order by identifier_key;
