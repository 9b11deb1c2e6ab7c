-- One row at most: by which fact a customer came to be.
select created_by_seq from customers where profile_id = $profile_id and customer_no = $customer_no;
