-- A macro: how the channels of a path are shown, oldest first.
-- makes: shown_path
create or replace temp macro shown_path(channels, transform) as
case transform
  when 'exposure' then list_filter(channels, lambda channel, i: i = 1 or channel <> channels[i - 1])
  when 'first' then list_filter(channels, lambda channel, i: list_position(channels, channel) = i)
  when 'frequency' then list_transform(
    list_filter(channels, lambda channel, i: list_position(channels, channel) = i),
    lambda channel: channel || '(' || len(list_filter(channels, lambda other: other = channel)) || ')'
  )
  else channels
end
