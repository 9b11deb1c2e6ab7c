-- One row per browser that had named an identifier; the claims are answered and go.
delete from browser_claims where profile_id = $profile_id and identifier_key = $identifier_key
returning visitor_key;
