-- Every row of a profile in superseded_decisions.
delete from superseded_decisions
where profile_id = $profile_id
limit $limit
