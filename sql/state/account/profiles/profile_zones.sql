-- name: profile_zone_put
insert into profile_zones (profile_id, zone, version, shifts) values ($profile_id, $zone, $version, $shifts)
on conflict (profile_id) do update set zone = excluded.zone, version = excluded.version, shifts = excluded.shifts;

-- name: profile_zone_get
select zone, version, shifts from profile_zones where profile_id = $profile_id;

-- name: profile_zones_older
-- One row per profile whose clocks are of an older table of zones than this one, or not recorded.
-- columns: version text?, shifts text?
select profiles.profile_id, profiles.timezone, profile_zones.version, profile_zones.shifts
from profiles
left join profile_zones on profile_zones.profile_id = profiles.profile_id
where profile_zones.version is null or profile_zones.version < $version
order by profiles.profile_id;
