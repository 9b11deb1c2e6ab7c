-- What browsers named for customers that stay.
delete from identifier_claims
where profile_id = $profile_id and identifier_key = $identifier_key;
