-- One row per outcome and click id it names.
create temp view scope_clicks as
select click_key, outcome_seq from outcome_clicks
