-- One row per credit of a dirty person's conversions, but for those that stay.
-- needs: conversions_before, kept_conversions
delete from credit
where conversion_no in (select conversion_no from conversions_before where conversion_no not in (select conversion_no from kept_conversions))
