-- name: thread_of_user
-- One row: the conversation with a person by the id that the business has of them.
select thread_id, number, user_token, phone_token, last_inbound_at
from whatsapp_threads
where profile_id = $profile_id and number = $number and user_token = $user_token;

-- name: thread_of_phone
-- One row: the conversation with a person by phone number.
select thread_id, number, user_token, phone_token, last_inbound_at
from whatsapp_threads
where profile_id = $profile_id and number = $number and phone_token = $phone_token;

-- name: whatsapp_thread_get
-- One row: a conversation.
select thread_id, number, user_token, phone_token, last_inbound_at
from whatsapp_threads
where profile_id = $profile_id and thread_id = $thread_id;

-- name: whatsapp_thread_add
-- One new conversation.
insert into whatsapp_threads (thread_id, profile_id, number, user_token, phone_token)
values ($thread_id, $profile_id, $number, $user_token, $phone_token);

-- name: whatsapp_thread_names
-- What else a person is known by; what another conversation has stays there.
-- params: user_token text?, phone_token text?
update or ignore whatsapp_threads
set user_token = coalesce($user_token, user_token), phone_token = coalesce($phone_token, phone_token)
where thread_id = $thread_id;

-- name: whatsapp_thread_heard
-- A person has written; the order in which it becomes known does not matter.
update whatsapp_threads
set last_inbound_at = max(coalesce(last_inbound_at, 0), $at)
where thread_id = $thread_id;

-- name: whatsapp_thread_prefers
-- A word of a person on marketing messages, unless a later one is known.
update whatsapp_threads
set preference_at = $at
where thread_id = $thread_id and coalesce(preference_at, 0) <= $at;
