// The name of a person where one may be shown.
interface Names {
  first_name: string | null;
  last_name: string | null;
}

export function nameOf({ first_name, last_name }: Names, other = 'Without a name'): string {
  const name = [first_name, last_name].filter((part) => part !== null && part !== '').join(' ');
  return name === '' ? other : name;
}
