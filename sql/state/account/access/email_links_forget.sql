-- Links that expired before a moment.
delete from email_links
where expires_at < $before
