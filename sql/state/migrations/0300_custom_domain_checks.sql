-- Hosts of a site are looked at again by themselves: when next, what was found, and what changed at last.
alter table custom_domains add column next_check_at integer not null default 0;
alter table custom_domains add column doubted_at integer;  -- since when it looks worse than the row says; a second look decides
alter table custom_domains add column found text;          -- JSON of the names and addresses that it led to
alter table custom_domains add column change text;         -- JSON of what changed at last
create index custom_domains_due on custom_domains (next_check_at) where removed_at is null;
