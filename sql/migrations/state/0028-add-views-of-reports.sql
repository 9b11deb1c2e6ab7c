-- Schedules of reports follow a saved view.
alter table report_schedules add column view text check (json_valid(view));
