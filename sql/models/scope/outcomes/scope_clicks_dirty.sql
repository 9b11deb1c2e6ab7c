-- One row per outcome of the scope and click id it names.
-- needs: scope_outcomes
-- makes: scope_clicks (dirty)
create temp table scope_clicks as
select click_key, outcome_seq from outcome_clicks where outcome_seq in (select outcome_seq from scope_outcomes)
