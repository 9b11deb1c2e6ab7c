-- One row per customer for which an identifier had been claimed; the claims are answered and go.
delete from identifier_claims where profile_id = $profile_id and identifier_key = $identifier_key
returning customer_no;
