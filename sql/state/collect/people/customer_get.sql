-- One row at most: by which fact a customer came to be, and who took it over.
select created_by_seq, successor_no, is_claim from customers where profile_id = $profile_id and customer_no = $customer_no;
