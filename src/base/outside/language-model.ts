// The port to whatever writes a text from facts. The default writes it here, by rule; another one may ask a service outside.

export interface Writer<Facts> {
  /** Told beside each text. */
  name: string;
  /** Rejects when no text came; nothing is charged then. */
  write(facts: Facts): Promise<string> | string;
}
