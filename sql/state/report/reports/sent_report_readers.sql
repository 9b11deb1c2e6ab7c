-- name: sent_report_reader_add
-- A reader outside of sign-in whom a report goes to; none where it is there.
insert into sent_report_readers (report_id, reader_id, profile_id, mail_id, bounce, reason)
values ($report_id, $reader_id, $profile_id, $mail_id, null, $reason)
on conflict (report_id, reader_id) do nothing;

-- name: sent_report_reader_bounced
-- A mail server said afterwards that the mail did not arrive.
update sent_report_readers
set bounce = $bounce
where mail_id = $mail_id;

-- name: sent_report_reader_of_mail
-- One row: the reader of this mail.
select report_id, reader_id
from sent_report_readers
where mail_id = $mail_id;

-- name: sent_report_readers_arrived
-- The mails of reports of a profile stayed in the installation from which it comes.
update sent_report_readers
set mail_id = ''
where profile_id = $profile_id and mail_id is not null;

-- name: sent_report_readers_list
-- One row per reader outside of sign-in whom a report went to.
select reader_id, mail_id, bounce, reason
from sent_report_readers
where report_id = $report_id
order by reader_id;
