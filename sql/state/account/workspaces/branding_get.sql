-- One row: how a workspace looks.
select display_name, primary_color, accent_color, website_url, support_email
from workspace_branding
where workspace_id = $workspace_id
