-- One row per ad (or remainder) and day of the spend in force.
select * from spend order by all
