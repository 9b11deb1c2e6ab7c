-- Until when an appointment that counts is looked for in its calendar.
alter table source_facts add column ends_at integer;
