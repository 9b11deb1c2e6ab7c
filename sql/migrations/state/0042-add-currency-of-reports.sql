-- A schedule of reports has a currency of its own.
alter table report_schedules add column currency text;
