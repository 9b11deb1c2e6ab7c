-- One row at most: what came of loading a file of this content.
select report from backfills where profile_id = $profile_id and kind = $kind and content_sha256 = $content_sha256;
