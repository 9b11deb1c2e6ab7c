-- One new reachable profile.
insert into access_profiles (profile_id, workspace_id, created_at)
values ($profile_id, $workspace_id, $created_at)
