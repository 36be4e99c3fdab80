/** The lines of bank statements with what is proposed for them. */
import { addCents, type Cents, subtractCents, ZERO_CENTS } from '#kernel/money.ts'
import { query } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { countRows } from '#server/paging.ts'
import { type LineState, listLines, MOST_LINES, type StatementLine } from '../domain/contract.ts'
import { answersOf, bookedFor, type BookedPayment, chosenOf } from '../domain/booked.ts'
import { type Candidate, propose } from '../domain/proposal.ts'
import { readBooked } from './booked.ts'
import { readCandidates } from './candidates.ts'

type Stored = Omit<StatementLine, 'booked' | 'proposals' | 'chosen' | 'sure'>

const IS: Readonly<Record<LineState, Sql>> = {
  open: sql`l.done_at is null`,
  accepted: sql`l.payment_id is not null`,
  skipped: sql`l.skip_reason <> ''`,
}

/**
 * Proposes each line in turn. What one line settles is not open for the ones after it, and a payment that one line is, is no other, so that
 * all can be accepted together.
 */
function proposeAll(
  lines: readonly Stored[],
  candidates: ReadonlyMap<number, readonly Candidate[]>,
  payments: ReadonlyMap<number, readonly BookedPayment[]>,
): readonly StatementLine[] {
  const taken = new Map<string, Cents>()
  const named = new Set<number>()
  const left = ({ kind, documents, ...candidate }: Candidate): Candidate => ({
    ...candidate,
    kind,
    documents: documents
      .map((one) => ({ ...one, open: subtractCents(one.open, taken.get(`${kind} ${one.id}`) ?? ZERO_CENTS) }))
      .filter(({ open }) => open > 0),
  })
  return lines.map((line) => {
    const found = candidates.get(line.id) ?? []
    const free = (payments.get(line.id) ?? []).filter(({ paymentId }) => !named.has(paymentId))
    const existing = bookedFor(line, free, found)
    const proposed = propose(line, found.map(left))
    const { booked } = existing
    const row = { ...line, booked, proposals: proposed.proposals, ...chosenOf(existing, proposed) }
    const [first] = row.chosen ? answersOf(row) : []
    if (first && 'paymentId' in first) named.add(first.paymentId)
    else if (first)
      for (const { id, cents } of first.settles) {
        const key = `${first.kind} ${id}`
        taken.set(key, addCents(taken.get(key) ?? ZERO_CENTS, cents))
      }
    return row
  })
}

export const listLinesQuery = query(listLines, async ({ rows }, { state }) => {
  const found = await rows.many<Stored>(sql`
    select l.id, l.day, l.amount_cents as amount, l.name, l.party_iban as iban, l.text, l.reference, s.bank_name as "bankName", ${state} as state,
      case when l.payment_id is not null then json_build_object('id', l.payment_id, 'name', p.entity_name, 'existed', l.payment_existed) end as payment,
      l.skip_reason as "skipReason", l.done_by as "doneBy"
    from bank_lines l join bank_statements s on s.id = l.statement_id left join payments p on p.id = l.payment_id
    where ${IS[state]} order by ${state === 'open' ? sql`l.day, l.id` : sql`l.done_at desc, l.id desc`} limit ${MOST_LINES + 1}`)
  const shown = found.slice(0, MOST_LINES)
  const open = state === 'open' ? shown : []
  const count = async (of: LineState) => (await countRows(rows, sql`from bank_lines l where ${IS[of]}`)).count
  return {
    rows: [...proposeAll(shown, await readCandidates(rows, open), await readBooked(rows, open))],
    more: found.length > MOST_LINES,
    counts: { open: await count('open'), accepted: await count('accepted'), skipped: await count('skipped') },
  }
})
