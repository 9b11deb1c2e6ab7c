-- The link, used now if it was not before.
update sign_in_links
set used_at = $now
where link_id = $link_id
  and used_at is null
