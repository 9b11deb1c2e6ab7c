-- name: sso_attempt_create
-- One sign-in that begins.
insert into sso_attempts (state_hash, workspace_id, browser_hash, secrets, created_at)
values ($state_hash, $workspace_id, $browser_hash, $secrets, $now);

-- name: sso_attempt_take
-- The sign-in of a state and a browser, which comes back once.
delete from sso_attempts
where state_hash = $state_hash
  and browser_hash = $browser_hash
returning workspace_id, secrets, created_at;

-- name: sso_attempts_drop
-- Sign-ins of a workspace that are on their way.
delete from sso_attempts
where workspace_id = $workspace_id;

-- name: sso_attempts_forget
-- Sign-ins that did not come back in time.
delete from sso_attempts
where created_at < $before;
