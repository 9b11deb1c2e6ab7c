-- name: media_add
-- A file of messages.
insert into message_media (media_id, profile_id, kind, mime_type, bytes, status, created_at, sealed)
values ($media_id, $profile_id, $kind, $mime_type, $bytes, $status, $created_at, $sealed);

-- name: media_get
-- One row: a file of a profile.
select media_id, profile_id, kind, mime_type, bytes, status, created_at, lost_at, sealed
from message_media
where profile_id = $profile_id and media_id = $media_id;

-- name: media_arrived
-- A file that was waited for is here.
update message_media
set status = 'kept', mime_type = $mime_type, bytes = $bytes, sealed = $sealed
where media_id = $media_id and status = 'waiting';

-- name: media_gone
-- A file that was waited for will not come.
update message_media
set status = 'gone'
where media_id = $media_id and status = 'waiting';

-- name: media_waiting
-- One row per file that is waited for, the oldest first.
select media_id, profile_id, created_at
from message_media
where status = 'waiting'
order by created_at
limit $limit;

-- name: media_unsent_count
-- One row: how many files of a profile were uploaded and are in no message.
-- columns: unsent integer
select count(*) as unsent
from message_media
where profile_id = $profile_id and media_id not in (select media_id from message_attachments where profile_id = $profile_id);

-- name: attachment_add
-- A file of a message.
insert into message_attachments (message_id, place, media_id, profile_id)
values ($message_id, $place, $media_id, $profile_id);

-- name: attachments_of
-- One row per file of a message, in their order.
select m.media_id, m.profile_id, m.kind, m.mime_type, m.bytes, m.status, m.created_at, m.lost_at, m.sealed
from message_attachments a
join message_media m on m.media_id = a.media_id
where a.profile_id = $profile_id and a.message_id = $message_id
order by a.place;

-- name: media_drop_contentless
-- Files that only messages without content have.
delete from message_media
where media_id in (
  select a.media_id from message_attachments a
  join messages m on m.message_id = a.message_id
  where m.sealed is null
)
and media_id not in (
  select a.media_id from message_attachments a
  join messages m on m.message_id = a.message_id
  where m.sealed is not null
);

-- name: attachments_drop_contentless
-- What messages without content had.
delete from message_attachments
where message_id in (
  select a.message_id from message_attachments a
  join messages m on m.message_id = a.message_id
  where m.sealed is null
);

-- name: media_drop_unsent
-- Files that were uploaded before a moment and are in no message; of one profile, where it is named.
-- params: profile_id text?
delete from message_media
where created_at < $before
  and ($profile_id is null or profile_id = $profile_id)
  and media_id not in (select media_id from message_attachments);

-- name: media_ids
-- One row per file of a profile.
select media_id from message_media where profile_id = $profile_id;

-- name: media_kept
-- One row per file of a profile that is here, after a place in the list.
select media_id, profile_id, bytes, sealed, lost_at
from message_media
where profile_id = $profile_id and media_id > $after and status = 'kept'
order by media_id
limit $limit;

-- name: media_profiles
-- One row per profile that has files.
select distinct profile_id from message_media;

-- name: media_lost_set
-- Whether the file of one is lost.
-- params: lost_at integer?
update message_media set lost_at = $lost_at where media_id = $media_id;

-- name: media_lost_count
-- One row per profile with lost files.
-- columns: profile_id text, lost integer
select profile_id, count(*) as lost
from message_media
where lost_at is not null and status = 'kept'
group by profile_id;

-- name: media_lost_forget
-- Lost files count as gone.
update message_media set status = 'gone', lost_at = null where lost_at is not null and status = 'kept';
