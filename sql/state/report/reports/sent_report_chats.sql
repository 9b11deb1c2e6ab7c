-- name: sent_report_chat_add
-- A chat that a report goes to; none where it is there.
insert into sent_report_chats (report_id, chat_id, profile_id, status, reason)
values ($report_id, $chat_id, $profile_id, $status, $reason)
on conflict (report_id, chat_id) do nothing;

-- name: sent_report_chat_get
-- One row: how a report went to a chat.
select status, reason
from sent_report_chats
where report_id = $report_id and chat_id = $chat_id and profile_id = $profile_id;

-- name: sent_report_chat_set
-- How the message goes.
update sent_report_chats
set status = $status, reason = $reason
where report_id = $report_id and chat_id = $chat_id;

-- name: sent_report_chats_list
-- One row per chat that a report went to.
select chat_id, status, reason
from sent_report_chats
where report_id = $report_id
order by chat_id;

-- name: sent_report_chats_waiting
-- One row per message of a profile that waits for its chat.
select report_id, chat_id
from sent_report_chats
where profile_id = $profile_id and status = 'queued';
