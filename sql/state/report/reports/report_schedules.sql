-- name: report_schedule_add
-- One new schedule.
insert into report_schedules (
  schedule_id, workspace_id, profile_id, title, page, question, view, rhythm, recipients, chats, readers, has_pdf, currency, status, due_day, due_at, created_by, created_at
)
values (
  $schedule_id, $workspace_id, $profile_id, $title, $page, $question, $view, $rhythm, $recipients, $chats, $readers, $has_pdf, $currency, $status, $due_day, $due_at, $created_by, $now
);

-- name: report_schedule_change
-- What a person changes of a schedule, and its next time.
update report_schedules
set title = $title, question = $question, view = $view, rhythm = $rhythm, recipients = $recipients, chats = $chats, readers = $readers, has_pdf = $has_pdf, currency = $currency, status = $status, due_day = $due_day, due_at = $due_at
where schedule_id = $schedule_id;

-- name: report_schedule_delete
-- A schedule ends; its reports stay.
delete from report_schedules
where schedule_id = $schedule_id;

-- name: report_schedule_get
-- One row: a schedule.
select
  schedule_id, workspace_id, profile_id, title, page, question, view, rhythm, recipients, chats, readers, has_pdf, currency, status, problem, due_day, due_at, created_by, created_at
from report_schedules
where schedule_id = $schedule_id;

-- name: report_schedule_step
-- The next time of a schedule, and why the last report was not sent.
update report_schedules
set due_day = $due_day, due_at = $due_at, problem = $problem, status = $status
where schedule_id = $schedule_id;

-- name: report_schedules_count
-- One row: how many schedules a workspace has.
-- columns: schedules integer
select count(*) as schedules
from report_schedules
where workspace_id = $workspace_id;

-- name: report_schedules_late
-- One row per schedule whose report should have been sent before a moment.
select schedule_id, profile_id, due_day, due_at
from report_schedules
where status = 'active' and due_at < $before;

-- name: report_schedules_list
-- One row per schedule of a workspace, the newest first.
select
  schedule_id, workspace_id, profile_id, title, page, question, view, rhythm, recipients, chats, readers, has_pdf, currency, status, problem, due_day, due_at, created_by, created_at
from report_schedules
where workspace_id = $workspace_id
order by created_at desc, schedule_id;
