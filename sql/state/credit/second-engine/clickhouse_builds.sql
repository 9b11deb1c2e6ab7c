-- name: build_begin
-- One row: the number of the profile and of the build that begins.
insert into clickhouse_builds (profile_id, generation) values ($profile_id, 1)
on conflict (profile_id) do update set generation = generation + 1
returning profile_no, generation;

-- name: build_complete
-- One row: the build that is read from now on.
update clickhouse_builds
set current_generation = $generation, landed_seq = $landed_seq, landed_decision = $landed_decision, code = $code, built_at = $built_at
where profile_id = $profile_id and generation = $generation;

-- name: build_get
-- One row: the builds of a profile.
select profile_no, generation, current_generation, landed_seq, landed_decision, code
from clickhouse_builds
where profile_id = $profile_id;

-- name: build_forget
-- One row: nothing of the profile is read any more.
update clickhouse_builds
set current_generation = null, landed_seq = null, landed_decision = null, code = null, built_at = null
where profile_id = $profile_id;
