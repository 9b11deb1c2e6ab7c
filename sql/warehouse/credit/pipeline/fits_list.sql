-- One row per definition and channel of the fit in force.
select conversion_key, channel, removal_effect, touches, base_probability, conversions from fits order by conversion_key, channel
