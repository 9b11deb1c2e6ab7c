-- One row per candidate of the scope, to be weighed by the data-driven fit.
-- needs: weighed
-- makes: to_fit (weighed)
create view to_fit as
select conversion_no, conversion_key, touch_seq, is_synthetic, position, linear, channel from weighed where is_candidate;
