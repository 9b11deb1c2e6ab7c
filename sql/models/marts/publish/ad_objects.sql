-- One row per campaign, ad set or ad, as it is in force.
select * from ad_objects order by all
