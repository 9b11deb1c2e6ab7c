// Statements about one profile: its id is set once and not with each call.
import type { BigRow, ParamsOf, RowOf, State, Statement, StatementName } from './state.ts';

/** A statement with a parameter `profile_id`. */
export type ProfileStatementName = {
  [Name in StatementName]: 'profile_id' extends keyof ParamsOf<Name> ? Name : never;
}[StatementName];

type Rest<Name extends ProfileStatementName> = Omit<ParamsOf<Name>, 'profile_id'>;

export interface ProfileStatements {
  /** The rows, with every integer as bigint. */
  rows<Name extends ProfileStatementName>(name: Name, params: Rest<Name>): BigRow<RowOf<Name>>[];
  /** The number of changed rows. */
  run<Name extends ProfileStatementName>(name: Name, params: Rest<Name>): number;
}

export function statementsOfProfile(state: Pick<State, 'statement'>, profileId: string): ProfileStatements {
  // The compiler cannot put a parameter back that it has taken out of a type it does not know yet.
  const whole = <Name extends ProfileStatementName>(name: Name) =>
    state.statement(name) as unknown as Statement<{ profile_id: string }, RowOf<Name>>;
  return {
    rows: (name, params) => whole(name).allBig({ profile_id: profileId, ...params }),
    run: (name, params) => whole(name).run({ profile_id: profileId, ...params }).changes,
  };
}
