-- The jobs of a profile, but those that purge it.
delete from jobs
where profile_id = $profile_id
  and kind <> 'purge'
limit $limit
