-- One row at most: the customer a browser is linked to.
select customer_no from browsers where profile_id = $profile_id and visitor_key = $visitor_key;
