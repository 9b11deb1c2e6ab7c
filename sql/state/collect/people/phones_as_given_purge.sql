-- Every row of a profile in phones_as_given.
delete from phones_as_given
where profile_id = $profile_id
limit $limit
