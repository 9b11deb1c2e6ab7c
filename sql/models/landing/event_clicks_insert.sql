-- One row per new event and click id it carries.
-- needs: parsed_events
insert into event_clicks
with listed as (
  select seq, unnest(body.clicks) as click from parsed_events where body.clicks is not null
)
select seq, click.kind, click.click_key from listed order by seq
