// A line for each part of a long test as it ends, with what repeats it.

export function progressOf(name: string, total: number, seed: number): (outcome: string) => void {
  let done = 0;
  let began = performance.now();
  return (outcome) => {
    done += 1;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    began = performance.now();
    console.log(`${name} ${done} of ${total} (seed ${seed}): ${outcome}, ${seconds} s`);
  };
}
