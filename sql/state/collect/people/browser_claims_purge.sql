-- Every row of a profile in browser_claims.
delete from browser_claims
where profile_id = $profile_id
limit $limit
