-- One new link to an address.
insert into email_links (link_id, kind, email, lookup, hash, continue_path, created_at, expires_at)
values ($link_id, $kind, $email, $lookup, $hash, $continue_path, $created_at, $expires_at)
