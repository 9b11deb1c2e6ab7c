-- name: report_reader_add
-- An address that is asked whether it wants reports.
insert into report_readers (
  reader_id, profile_id, address, status, problem, mail_id, asked_at, asked_count, confirmed_at, created_by, created_at
)
values ($reader_id, $profile_id, $address, 'pending', null, $mail_id, $now, 1, null, $created_by, $now);

-- name: report_reader_ask
-- It is asked again.
update report_readers
set status = 'pending', problem = null, mail_id = $mail_id, asked_at = $now, asked_count = asked_count + 1
where reader_id = $reader_id;

-- name: report_reader_bounced
-- A mail server said that there is no such address; who ended the mails stays so.
update report_readers
set status = 'bounced', problem = $problem
where reader_id = $reader_id and status in ('pending', 'confirmed');

-- name: report_reader_confirm
-- The reader wants reports.
update report_readers
set status = 'confirmed', problem = null, asked_count = 1, confirmed_at = $now
where reader_id = $reader_id;

-- name: report_reader_delete
-- It gets nothing more.
delete from report_readers
where reader_id = $reader_id and profile_id = $profile_id;

-- name: report_reader_end
-- The reader wants no more reports.
update report_readers
set status = 'unsubscribed', problem = null
where reader_id = $reader_id;

-- name: report_reader_get
-- One row: an address, by its id.
select reader_id, profile_id, address, status, problem, mail_id, asked_at, asked_count, confirmed_at, created_by, created_at
from report_readers
where reader_id = $reader_id;

-- name: report_reader_of_mail
-- One row: the reader who was asked by this mail.
select reader_id
from report_readers
where mail_id = $mail_id;

-- name: report_readers_arrived
-- The mails of readers of a profile stayed in the installation from which it comes.
update report_readers
set mail_id = ''
where profile_id = $profile_id;

-- name: report_readers_list
-- One row per address of a profile, the oldest first.
select reader_id, profile_id, address, status, problem, mail_id, asked_at, asked_count, confirmed_at, created_by, created_at
from report_readers
where profile_id = $profile_id
order by created_at, reader_id;
