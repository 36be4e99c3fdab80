/** The lines of bank statements with what is proposed for them. */
import { query } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { type LineState, listLines, MOST_LINES, type StatementLine } from '../domain/contract.ts'
import { propose } from '../domain/proposal.ts'
import { readCandidates } from './candidates.ts'

type Stored = Omit<StatementLine, 'proposals' | 'chosen' | 'sure'>

const SELECTED: Readonly<Record<LineState, Sql>> = {
  open: sql`l.done_at is null order by l.day, l.id`,
  accepted: sql`l.done_at is not null and l.payment_id is not null order by l.done_at desc, l.id desc`,
  skipped: sql`l.done_at is not null and l.payment_id is null order by l.done_at desc, l.id desc`,
}

export const listLinesQuery = query(listLines, async ({ rows }, { state }) => {
  const found = await rows.many<Stored>(sql`
    select l.id, l.day, l.amount_cents as amount, l.name, l.party_iban as iban, l.text, s.bank_name as "bankName", ${state} as state,
      case when l.payment_id is not null then json_build_object('id', l.payment_id, 'name', p.entity_name) end as payment,
      l.skip_reason as "skipReason", l.done_by as "doneBy"
    from bank_lines l join bank_statements s on s.id = l.statement_id left join payments p on p.id = l.payment_id
    where ${SELECTED[state]} limit ${MOST_LINES + 1}`)
  const shown = found.slice(0, MOST_LINES)
  const candidates = state === 'open' ? await readCandidates(rows, shown) : new Map()
  return {
    rows: shown.map((line) => ({ ...line, ...propose(line, candidates.get(line.id) ?? []) })),
    more: found.length > MOST_LINES,
  }
})
