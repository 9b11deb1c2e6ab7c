-- Every row of a profile in statement_pieces.
delete from statement_pieces
where profile_id = $profile_id
limit $limit
