-- Links that expired before a moment.
delete from sign_in_links
where expires_at < $before
