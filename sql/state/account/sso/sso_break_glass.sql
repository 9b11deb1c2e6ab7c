-- name: sso_break_glass_drop
-- What was opened without the provider of a workspace, closed.
delete from sso_break_glass
where workspace_id = $workspace_id;

-- name: sso_break_glass_find
-- One row while this session may reach the workspace without its provider.
select expires_at
from sso_break_glass
where session_id = $session_id
  and workspace_id = $workspace_id
  and expires_at > $now;

-- name: sso_break_glass_forget
-- What ended before.
delete from sso_break_glass
where expires_at < $before;

-- name: sso_break_glass_put
-- The session may reach the workspace until then.
insert into sso_break_glass (session_id, workspace_id, opened_at, expires_at)
values ($session_id, $workspace_id, $now, $expires_at)
on conflict (session_id, workspace_id) do update set
  opened_at = excluded.opened_at,
  expires_at = excluded.expires_at;
