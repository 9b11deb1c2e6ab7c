-- A text of the tracker, under its hash.
insert into tracker_releases (release, script, created_at)
values ($release, $script, $now)
on conflict (release) do nothing
