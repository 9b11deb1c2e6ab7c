-- Profiles to look around in, which take no place of a plan, and when everything invented was in them.
alter table access_profiles add column is_demo integer not null default 0 check (is_demo in (0, 1));
alter table profiles add column demo_filled_at integer; -- null: not filled to the end, or no demo
