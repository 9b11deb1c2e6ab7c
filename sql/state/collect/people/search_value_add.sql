-- One row per text a customer is found by.
insert into search_values (value_no, profile_no, customer_no, kind, value)
values ($value_no, $profile_no, $customer_no, $kind, $value);
