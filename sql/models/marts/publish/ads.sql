-- One row per ad, as it is in force.
select * from ads order by all
