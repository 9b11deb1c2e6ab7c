-- One row per identifier that browsers named for a customer; they go.
delete from identifier_claims indexed by identifier_claims_of_customer
where profile_id = $profile_id and customer_no = $customer_no
returning identifier_key, type, first_seq, last_seq, times, sealed;
