-- name: branding_get
-- One row: how a profile looks.
select display_name, primary_color, accent_color, font, tone
from profile_branding
where profile_id = $profile_id;

-- name: branding_put
-- The look of a profile without the logo.
insert into profile_branding (profile_id, display_name, primary_color, accent_color, font, tone, updated_at)
values ($profile_id, $display_name, $primary_color, $accent_color, $font, $tone, $now)
on conflict (profile_id) do update set
  display_name = excluded.display_name,
  primary_color = excluded.primary_color,
  accent_color = excluded.accent_color,
  font = excluded.font,
  tone = excluded.tone,
  updated_at = excluded.updated_at;
