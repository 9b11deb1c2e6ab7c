-- One row: how many identifiers of a type a customer holds.
-- columns: held integer
select count(*) as held from identifiers
where profile_id = $profile_id and customer_no = $customer_no and type = $type;
