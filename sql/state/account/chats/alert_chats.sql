-- name: alert_chat_add
-- One new chat.
insert into alert_chats (chat_id, profile_id, title, service, address, host, status, created_by, created_at)
values ($chat_id, $profile_id, $title, $service, $address, $host, 'active', $created_by, $now);

-- name: alert_chat_change
-- Another title or address of a chat; with a new address it is active again.
update alert_chats
set title = $title, address = $address, host = $host, status = $status, problem = $problem
where chat_id = $chat_id and profile_id = $profile_id;

-- name: alert_chat_delete
-- A chat gets no more alerts.
delete from alert_chats
where chat_id = $chat_id and profile_id = $profile_id;

-- name: alert_chat_noted
-- How the last message ended.
update alert_chats
set status = $status, problem = $problem
where chat_id = $chat_id;

-- name: alert_chats_list
-- One row per chat of a profile, the oldest first.
select chat_id, profile_id, title, service, address, host, status, problem, created_by, created_at
from alert_chats
where profile_id = $profile_id
order by created_at, chat_id;
