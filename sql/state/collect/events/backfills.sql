-- name: backfill_find
-- One row at most: what came of loading a file of this content.
select report from backfills where profile_id = $profile_id and kind = $kind and content_sha256 = $content_sha256;

-- name: backfill_remember
-- One row: a file of this content was loaded to its end.
insert into backfills (profile_id, kind, content_sha256, report, loaded_at)
values ($profile_id, $kind, $content_sha256, $report, $loaded_at)
on conflict (profile_id, kind, content_sha256) do update set report = excluded.report, loaded_at = excluded.loaded_at;
