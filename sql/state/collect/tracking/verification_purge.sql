-- The verification of a profile.
delete from tracking_verifications
where profile_id = $profile_id
