// A few choices side by side, of which one is on.
interface SegmentsProps<Value extends string> {
  /** The subject of the choice. */
  label: string;
  choices: Readonly<Partial<Record<Value, string>>>;
  chosen: Value;
  choose: (value: Value) => void;
}

export function Segments<Value extends string>({ label, choices, chosen, choose }: SegmentsProps<Value>) {
  const isValue = (key: string): key is Value => Object.hasOwn(choices, key);
  return (
    <fieldset class="segments">
      <legend class="only-read">{label}</legend>
      {Object.keys(choices)
        .filter(isValue)
        .map((value) => (
          <button key={value} type="button" aria-pressed={value === chosen} onClick={() => choose(value)}>
            {choices[value]}
          </button>
        ))}
    </fieldset>
  );
}
