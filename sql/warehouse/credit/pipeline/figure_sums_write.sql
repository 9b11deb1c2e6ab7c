-- No rows: the sums that the file's figures come to, as the version that has computed them says it, are written as lines of JSON.
copy (
  select measure, day, goal, channel, model, currency, weight, amount::varchar as amount from figure_sums
) to $target (format json)
