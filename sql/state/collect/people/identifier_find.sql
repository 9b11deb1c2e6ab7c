-- One row at most: the customer that holds an identifier.
select customer_no from identifiers where profile_id = $profile_id and identifier_key = $identifier_key;
