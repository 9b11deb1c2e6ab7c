-- name: kept_mapping_put
-- One row: what the columns of this header mean.
insert into kept_mappings (profile_id, header_hash, mapping, kept_at) values ($profile_id, $header_hash, $mapping, $now)
on conflict (profile_id, header_hash) do update set mapping = excluded.mapping, kept_at = excluded.kept_at;

-- name: kept_mapping_get
-- One row: what the columns of this header mean.
select mapping from kept_mappings where profile_id = $profile_id and header_hash = $header_hash;

-- name: kept_mappings_forget
-- One row per mapping of the profile.
delete from kept_mappings where profile_id = $profile_id;
