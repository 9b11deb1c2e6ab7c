// What moved revenue against the other period: by channel, from the one total to the other.
export function Moved() {
  return null;
}
