-- One row per conversion of a dirty person, but for those that stay.
-- needs: conversions_before, kept_conversions
delete from conversions
where conversion_no in (select conversion_no from conversions_before where conversion_no not in (select conversion_no from kept_conversions))
