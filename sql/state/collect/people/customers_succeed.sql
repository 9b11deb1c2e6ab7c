-- One row per customer that was taken over by one that is taken over itself.
update customers indexed by customers_succeeded set successor_no = $into_customer_no
where profile_id = $profile_id and successor_no = $customer_no;
