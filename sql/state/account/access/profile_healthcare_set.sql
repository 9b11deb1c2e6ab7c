-- Whether a profile is of the healthcare family by a privacy mode of its own.
update access_profiles
set is_healthcare = $is_healthcare
where profile_id = $profile_id
