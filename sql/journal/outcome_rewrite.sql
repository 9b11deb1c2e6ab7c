-- The hash of an outcome's content is replaced; no row where its row is damaged.
update outcomes
set content_hash = $content_hash
where profile_no = $profile_no and outcome_key = (
  select outcome_key
  from outcome_contents
  where profile_no = $profile_no and outcome_key = $outcome_key and (checksum is null or row_sum(content) is checksum)
);
