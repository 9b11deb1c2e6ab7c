-- Every row of a profile in identifier_claims.
delete from identifier_claims
where profile_id = $profile_id
limit $limit
