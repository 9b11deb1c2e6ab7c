-- A macro: what a place of spend is called in a dimension; null in those that spend does not know.
-- makes: spend_key
create or replace temp macro spend_key(dimension, channel, source, campaign, adset, ad) as
case dimension
  when 'channel' then channel
  when 'source' then source
  when 'campaign' then campaign
  when 'adset' then adset
  when 'ad' then ad
end
