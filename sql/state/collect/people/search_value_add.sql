-- One row per text a customer is found by.
insert into search_values (profile_id, customer_no, kind, value)
values ($profile_id, $customer_no, $kind, $value);
