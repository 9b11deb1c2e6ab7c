-- name: figure_version_get
-- One row: what has computed a profile's figures.
select code, version from figure_versions where profile_id = $profile_id;

-- name: figure_version_put
-- One row: what has computed a profile's figures from now on.
insert into figure_versions (profile_id, code, version)
values ($profile_id, $code, $version)
on conflict (profile_id) do update set code = excluded.code, version = excluded.version;
