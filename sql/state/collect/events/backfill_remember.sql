-- One row: a file of this content was loaded to its end.
insert into backfills (profile_id, kind, content_sha256, report, loaded_at)
values ($profile_id, $kind, $content_sha256, $report, $loaded_at)
on conflict (profile_id, kind, content_sha256) do update set report = excluded.report, loaded_at = excluded.loaded_at;
