-- One row per outcome and click id it names.
-- makes: scope_clicks (full)
create view scope_clicks as select click_key, outcome_seq from outcome_clicks;
