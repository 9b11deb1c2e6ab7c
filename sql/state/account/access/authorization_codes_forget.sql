-- Authorization codes whose tokens are over, too.
delete from authorization_codes
where expires_at < $before
