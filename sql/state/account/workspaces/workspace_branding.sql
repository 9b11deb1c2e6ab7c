-- name: branding_get
-- One row: how a workspace looks.
select display_name, primary_color, accent_color, website_url, support_email
from workspace_branding
where workspace_id = $workspace_id;

-- name: branding_put
-- The look of a workspace without the logo.
insert into workspace_branding (
  workspace_id, display_name, primary_color, accent_color, website_url, support_email, updated_at
)
values ($workspace_id, $display_name, $primary_color, $accent_color, $website_url, $support_email, $now)
on conflict (workspace_id) do update set
  display_name = excluded.display_name,
  primary_color = excluded.primary_color,
  accent_color = excluded.accent_color,
  website_url = excluded.website_url,
  support_email = excluded.support_email,
  updated_at = excluded.updated_at;
