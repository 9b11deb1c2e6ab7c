-- name: sent_report_add
-- One report; none where its schedule has sent one of these days.
insert into sent_reports (
  report_id, workspace_id, profile_id, schedule_id, first_day, last_day, title, page, question, version, headline, contents, outside, deliveries,
  created_by, created_at
)
values (
  $report_id, $workspace_id, $profile_id, $schedule_id, $first_day, $last_day, $title, $page, $question, $version, $headline, $contents,
  $outside, $deliveries, $created_by, $now
)
on conflict (schedule_id, first_day, last_day) do nothing;

-- name: sent_report_get
-- One row: a report of a workspace.
select
  report_id, profile_id, schedule_id, first_day, last_day, title, page, question, version, headline, contents, outside, deliveries, created_by,
  created_at
from sent_reports
where report_id = $report_id and workspace_id = $workspace_id;

-- name: sent_report_outside
-- One row: what a chat gets of a report.
select title, first_day, last_day, outside
from sent_reports
where report_id = $report_id and profile_id = $profile_id;

-- name: sent_report_of_days
-- One row: the report that a schedule has made of these days.
select report_id
from sent_reports
where schedule_id = $schedule_id and first_day = $first_day and last_day = $last_day;

-- name: sent_reports_list
-- One row per report of a workspace, the newest first.
select report_id, profile_id, schedule_id, first_day, last_day, title, page, version, headline, deliveries, created_by, created_at
from sent_reports
where workspace_id = $workspace_id
order by created_at desc, report_id
limit $limit;

-- name: sent_reports_new_count
-- One row: how many reports of a profile are newer than a moment, 100 at most.
-- columns: reports integer
select count(*) as reports
from (select 1 from sent_reports where profile_id = $profile_id and created_at > $since limit 100);
