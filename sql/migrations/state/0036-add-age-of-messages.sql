-- How long profiles keep the content of messages.
alter table retention_rules add column messages_retention_days integer not null default 365 check (messages_retention_days between 7 and 3650);
alter table retention_rules add column messages_before integer not null default 0; -- content of older messages is removed
