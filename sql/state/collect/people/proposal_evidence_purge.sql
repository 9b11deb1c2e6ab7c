-- Every row of a profile in proposal_evidence.
delete from proposal_evidence
where profile_id = $profile_id
limit $limit
