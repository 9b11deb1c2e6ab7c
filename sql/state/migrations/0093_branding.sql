-- How a workspace looks to those who get its reports and mails.
create table workspace_branding (
  workspace_id text primary key references workspaces (workspace_id),
  display_name text,
  primary_color text,
  accent_color text,
  website_url text,
  support_email text,
  updated_at integer not null
) strict;

-- One logo a workspace, as it was written anew here: nothing of the uploaded file but its picture.
create table workspace_logos (
  workspace_id text primary key references workspaces (workspace_id),
  logo_id text not null unique,           -- SHA-256 of the bytes; the address says which picture it is
  png blob not null,
  width integer not null,
  height integer not null,
  updated_at integer not null
) strict;
