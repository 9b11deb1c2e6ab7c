-- One row per decision on these keys that a later one replaced.
delete from superseded_decisions
where profile_id = $profile_id and key in (select cast(value as integer) from json_each($keys))
returning key, decision_no, path;
