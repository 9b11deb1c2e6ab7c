-- One row per outcome and definition it matches.
select * from conversions order by conversion_no
