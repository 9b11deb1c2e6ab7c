-- One row per ad platform with spend in force.
select distinct platform from spend_rows
