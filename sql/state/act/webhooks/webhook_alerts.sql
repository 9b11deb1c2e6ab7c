-- name: alerts_list
-- Rows: problems of a profile that were announced and have not ended.
select name from webhook_alerts where profile_id = $profile_id and type = $type;

-- name: alert_add
-- A problem that is announced.
insert into webhook_alerts (profile_id, type, name) values ($profile_id, $type, $name);

-- name: alert_remove
-- A problem that has ended.
delete from webhook_alerts where profile_id = $profile_id and type = $type and name = $name;
