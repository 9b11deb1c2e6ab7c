-- One row at most: an identifier as it is held.
select type, customer_no, value, sealed, decision_no from identifiers
where profile_id = $profile_id and identifier_key = $identifier_key;
