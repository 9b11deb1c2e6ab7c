-- Schedules of reports mail a PDF.
alter table report_schedules add column has_pdf integer not null default 0 check (has_pdf in (0, 1));
