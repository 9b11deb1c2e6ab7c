-- name: quality_reading_get
-- One row at most: the last stored answer of a reading.
select mark, version, computed_at, took_ms, answer from quality_readings where profile_id = $profile_id and name = $name;

-- name: quality_reading_put
-- One row: the answer that was just computed.
insert into quality_readings (profile_id, name, mark, version, computed_at, took_ms, answer)
values ($profile_id, $name, $mark, $version, $computed_at, $took_ms, $answer)
on conflict (profile_id, name) do update set
  mark = excluded.mark,
  version = excluded.version,
  computed_at = excluded.computed_at,
  took_ms = excluded.took_ms,
  answer = excluded.answer;

-- name: quality_readings_forget
-- Answers of the profile from before a moment.
delete from quality_readings where profile_id = $profile_id and computed_at < $before;
