-- name: api_keys_of_adopted_revoke
-- The keys that an app minted on what it had adopted in a workspace.
update api_keys
set revoked_at = $now
where app_id = $app_id
  and revoked_at is null
  and (expires_at is null or expires_at > $now)
  and profile_id in (
    select profile_id
    from app_authorizations
    where app_authorizations.app_id = $app_id
      and app_authorizations.workspace_id = $workspace_id
      and app_authorizations.kind = 'adopted'
      and app_authorizations.revoked_at is null
  );
