-- Every open link to an address, used now: one of them was followed to its end.
update email_links
set used_at = $now
where email = $email
  and used_at is null
