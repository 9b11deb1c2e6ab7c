-- Which browsers named an identifier.
delete from browser_claims
where profile_id = $profile_id and identifier_key = $identifier_key;
