/** Names the changes that no test of the rules catches, each with the reason. */

export type Known = {
  readonly file: string
  /** The text of the line, without the spaces around it. */
  readonly line: string
  /** The operator and the one that replaces it, as `npm run mutants` prints them: `< → <=`. */
  readonly change: string
  /** Which of the operators of the line it is, if several can be changed in the same way. The first is 1, which is the default. */
  readonly nth?: number
} & (
  | {
      /** Why the change makes no difference that anything could notice. */
      readonly equal: string
    }
  | {
      /** The test that catches the change. It is no test of the rules. */
      readonly caughtBy: string
    }
)

export const KNOWN: readonly Known[] = [
  {
    file: 'features/import/domain/rights.ts',
    line: "export const importRights = defineRights('import', { write: { holders: ADMIN, fixed: true } })",
    change: 'true → false',
    caughtBy:
      'server/every-endpoint/rights.test.ts: administrators keep people, rights, settings and history, and everybody can sign in',
  },
  {
    file: 'features/history/domain/rights.ts',
    line: "export const changesRights = defineRights('changes', { browse: { holders: ADMIN, fixed: true } })",
    change: 'true → false',
    caughtBy:
      'server/every-endpoint/rights.test.ts: administrators keep people, rights, settings and history, and everybody can sign in',
  },
  {
    file: 'features/backup/domain/rights.ts',
    line: "export const backupRights = defineRights('backup', { manage: { holders: ADMIN, fixed: true } })",
    change: 'true → false',
    caughtBy:
      'server/every-endpoint/rights.test.ts: administrators keep people, rights, settings and history, and everybody can sign in',
  },
  {
    file: 'features/customers/domain/statement.ts',
    line: "return kind === 'received' || kind === 'credit' || (kind === 'opening' && amount < 0)",
    change: '< → <=',
    equal: 'An opening balance of 0 adds 0 to each side of the account.',
  },
]
