-- One row: the live profile of this id in its live workspace, with what the door decides by.
-- columns: is_healthcare integer, is_entitled integer
select
  access_profiles.profile_id,
  access_profiles.workspace_id,
  access_profiles.provisioned_by,
  access_profiles.is_healthcare or access_workspaces.is_healthcare as is_healthcare,
  access_profiles.provisioned_by is null or exists (
    select 1
    from profile_entitlements
    where profile_entitlements.profile_id = access_profiles.profile_id
      and profile_entitlements.feature = 'svc_attribution'
      and profile_entitlements.is_enabled = 1
  ) as is_entitled
from access_profiles
inner join access_workspaces on access_workspaces.workspace_id = access_profiles.workspace_id
where access_profiles.profile_id = $profile_id
  and access_profiles.archived_at is null
  and access_workspaces.archived_at is null
