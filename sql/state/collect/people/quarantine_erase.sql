-- The traits of a quarantined fact of the person.
update quarantine
set traits = null
where profile_id = $profile_id
  and seq = $seq
