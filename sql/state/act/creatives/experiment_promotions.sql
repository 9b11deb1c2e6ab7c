-- name: promotion_add
-- One row: an ad that went into a study; done twice it is there once.
insert into experiment_promotions (profile_id, experiment_id, ad_id, promoted_by, promoted_at)
values ($profile_id, $experiment_id, $ad_id, $promoted_by, $now)
on conflict (profile_id, experiment_id, ad_id) do nothing;

-- name: promotions_list
-- One row per ad of a profile's studies.
select experiment_id, ad_id, promoted_at from experiment_promotions
where profile_id = $profile_id
order by promoted_at, ad_id;
