-- The codes that a person approved and no client has exchanged yet.
delete from authorization_codes
where person_id = $person_id
  and used_at is null
