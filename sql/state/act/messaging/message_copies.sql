-- name: copy_add
-- Another address of a mail.
insert into message_copies (message_id, address_token, profile_id)
values ($message_id, $address_token, $profile_id)
on conflict do nothing;

-- name: copies_of_tokens
-- One row per message with content that has one of these as another address.
-- params: tokens text
select distinct messages.message_id
from message_copies
join messages on messages.message_id = message_copies.message_id and messages.sealed is not null
where message_copies.profile_id = $profile_id
  and message_copies.address_token in (select value from json_each($tokens));

-- name: copies_erase
-- Other addresses that are of these.
-- params: tokens text
delete from message_copies
where profile_id = $profile_id and address_token in (select value from json_each($tokens));

-- name: copies_age_out
-- Other addresses of messages without content, a limited number of them.
delete from message_copies
where (message_id, address_token) in (
  select c.message_id, c.address_token
  from message_copies as c
  join messages as m on m.message_id = c.message_id
  where m.sealed is null
  limit $limit
);
