-- name: engine_get
-- One row at most: the engine that a profile's reports read.
-- columns: engine 'duckdb'|'clickhouse'
select engine from profile_engines where profile_id = $profile_id;

-- name: engine_put
-- The engine that a profile's reports read from now on.
insert into profile_engines (profile_id, engine, changed_at) values ($profile_id, $engine, $now)
on conflict (profile_id) do update set engine = excluded.engine, changed_at = excluded.changed_at;

-- name: engine_profiles_list
-- One row per profile whose reports read ClickHouse.
select profile_id from profile_engines where engine = 'clickhouse' order by profile_id;
