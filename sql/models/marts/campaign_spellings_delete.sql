-- Every name: spend has changed.
delete from campaign_spellings
