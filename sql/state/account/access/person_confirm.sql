-- A person's address, confirmed now if it was not before.
update people
set email_confirmed_at = coalesce(email_confirmed_at, $now)
where person_id = $person_id
