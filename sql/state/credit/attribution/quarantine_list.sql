-- One row per fact that landing leaves out.
select seq from landing_quarantine where profile_id = $profile_id
