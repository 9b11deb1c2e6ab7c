-- name: target_get
-- One row at most: the dataset that a profile's conversions go to.
select target, clean_dataset_id, clean_dataset_name from conversion_targets where profile_id = $profile_id;

-- name: target_put
-- The dataset that a profile's conversions go to from now on.
insert into conversion_targets (profile_id, target, clean_dataset_id, clean_dataset_name, updated_at)
values ($profile_id, $target, $clean_dataset_id, $clean_dataset_name, $now)
on conflict (profile_id) do update set
  target = excluded.target, clean_dataset_id = excluded.clean_dataset_id, clean_dataset_name = excluded.clean_dataset_name,
  updated_at = excluded.updated_at;
