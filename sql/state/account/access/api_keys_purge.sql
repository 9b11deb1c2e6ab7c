-- The API keys of a profile, but those that an app answers for: what it used is counted by them.
delete from api_keys
where profile_id = $profile_id
  and app_id is null
limit $limit
