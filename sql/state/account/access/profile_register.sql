-- One new reachable profile.
insert into access_profiles (profile_id, workspace_id, is_demo, created_at)
values ($profile_id, $workspace_id, $is_demo, $created_at)
