-- One erasure that was asked for.
insert into erasures (erasure_id, workspace_id, profile_id, public_id, members, named, actor, asked_at, work)
values ($erasure_id, $workspace_id, $profile_id, $public_id, $members, $named, $actor, $asked_at, $work)
on conflict (erasure_id) do nothing
