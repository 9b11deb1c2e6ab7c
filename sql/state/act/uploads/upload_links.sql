-- name: upload_link_add
-- One row: a link by which somebody without an account uploads files.
insert into upload_links (link_id, profile_id, token_hash, name, kind, max_files, max_bytes, created_by, created_at, expires_at)
values ($link_id, $profile_id, $token_hash, $name, $kind, $max_files, $max_bytes, $created_by, $now, $expires_at);

-- name: upload_links_list
-- One row per link of the profile, the newest first.
select link_id, profile_id, name, kind, max_files, max_bytes, files, created_by, created_at, expires_at, last_used_at
from upload_links
where profile_id = $profile_id
order by created_at desc, link_id;

-- name: upload_links_count
-- One row: the number of links of the profile that work.
-- columns: links integer
select count(*) as links from upload_links where profile_id = $profile_id and expires_at > $now;

-- name: upload_link_get
-- One row: a link of this profile.
select link_id, profile_id, name, kind, max_files, max_bytes, files, created_by, created_at, expires_at, last_used_at
from upload_links
where profile_id = $profile_id and link_id = $link_id;

-- name: upload_link_find
-- One row: the link of this token, if it works.
select link_id, profile_id, name, kind, max_files, max_bytes, files, created_by, created_at, expires_at, last_used_at
from upload_links
where token_hash = $token_hash and expires_at > $now;

-- name: upload_link_take
-- One row: a link with room for a file, which counts from now on, whatever becomes of it.
update upload_links
set files = files + 1, last_used_at = $now
where link_id = $link_id and expires_at > $now and files < max_files;

-- name: upload_link_rename
-- One row: another name of a link.
update upload_links set name = $name where link_id = $link_id;

-- name: upload_link_delete
-- One row: a link, gone; what was uploaded by it stays.
delete from upload_links where profile_id = $profile_id and link_id = $link_id;

-- name: upload_links_expire
-- One row per link that has not worked for a month.
delete from upload_links where expires_at <= $before;
