-- One new authorization of an app; one that is live already stays.
insert into app_authorizations (authorization_id, app_id, workspace_id, profile_id, kind, created_at)
values ($authorization_id, $app_id, $workspace_id, $profile_id, $kind, $created_at)
on conflict do nothing
