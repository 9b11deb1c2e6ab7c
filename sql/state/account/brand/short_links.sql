-- name: short_link_add
-- One new short link.
insert into short_links (link_id, profile_id, token, label, url, utm, created_by, created_at)
values ($link_id, $profile_id, $token, $label, $url, $utm, $created_by, $now);

-- name: short_link_change
-- Another label, address or tags.
update short_links
set label = $label, url = $url, utm = $utm
where profile_id = $profile_id and link_id = $link_id;

-- name: short_link_find
-- One row: the link of this token.
select link_id, profile_id, label, url, utm
from short_links
where token = $token;

-- name: short_link_get
-- One row: a link of a profile.
select link_id, token, label, url, utm, created_by, created_at
from short_links
where profile_id = $profile_id and link_id = $link_id;

-- name: short_link_remove
-- A link, gone with its clicks.
delete from short_links
where profile_id = $profile_id and link_id = $link_id;

-- name: short_links_count
-- One row: how many a profile has.
-- columns: links integer
select count(*) as links
from short_links
where profile_id = $profile_id;

-- name: short_links_list
-- One row per link of a profile, the newest first.
select link_id, token, label, url, utm, created_by, created_at
from short_links
where profile_id = $profile_id
order by created_at desc, link_id;
