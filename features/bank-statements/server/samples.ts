/** Provides a valid input for each command and query of bank statements, for tests that call all of them. */
import { randomUUID } from 'node:crypto'
import { sql } from '#server/db/database.ts'
import { fixed, type HistorySample, idOf, type Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = ({ db, stock }) => {
  const line = async (more = sql`null, ''`, done = sql`null::timestamptz`): Promise<number> => {
    const statement = await idOf(
      db,
      sql`insert into bank_statements (bank_name, iban, file_name, form, added, known, user_name)
        values ('Εθνική', 'GR1601101250000000012300695', 'κινήσεις.csv', 'csv', 1, 0, 'Μαρία') returning id`,
    )
    return idOf(
      db,
      sql`insert into bank_lines (statement_id, iban, identity, day, amount_cents, name, text, payment_id, skip_reason, done_at)
        values (${statement}, 'GR1601101250000000012300695', ${randomUUID()}, '2026-11-20', 12400, 'ΞΕΝΟΔΟΧΕΙΟ ΑΚΤΗ', 'παραγγελία 1',
          ${more}, ${done}) returning id`,
    )
  }
  return {
    'bank-statements.lines': async () => ({ state: (await line()) > 0 ? 'open' : 'skipped' }),
    'bank-statements.layouts': fixed(),
    'bank-statements.accept': async () => ({
      lines: [{ id: await line(), kind: 'customers', partyId: stock.customer, matches: [] }],
    }),
    'bank-statements.skip': async () => ({ id: await line(), reason: 'έξοδα τράπεζας' }),
    'bank-statements.reopen': async () => ({ ids: [await line(sql`null, 'έξοδα'`, sql`now()`)], reason: 'κατά λάθος' }),
  }
}

/** Lines name who did what with them. Their payments have entries in the history. */
export const historySample: HistorySample = {
  silent: ['bank-statements.read-file', 'bank-statements.skip'],
}
