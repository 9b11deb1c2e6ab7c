-- name: page_get
-- One row: the page of links of a profile.
select title, body, links, theme, is_published, updated_at
from bio_pages
where profile_id = $profile_id;

-- name: page_put
-- The page of links of a profile, all of it but its handle.
insert into bio_pages (profile_id, title, body, links, theme, is_published, updated_at)
values ($profile_id, $title, $body, $links, $theme, $is_published, $now)
on conflict (profile_id) do update set
  title = excluded.title,
  body = excluded.body,
  links = excluded.links,
  theme = excluded.theme,
  is_published = excluded.is_published,
  updated_at = excluded.updated_at;
