/** Answers the lines of bank statements by payments, sets lines aside, and opens them again. */
import { lockPayments, writeCounterEntry } from '#features/payments/server/cancel/counter-entry.ts'
import { type NewPayment, PAYMENT_REFCODES, whyNotToCome } from '#features/payments/domain/payment.ts'
import { whyNotEqual } from '#features/payments/server/equal-payments.ts'
import { matchByHand } from '#features/payments/server/matching/match-payment.ts'
import { insertPayment } from '#features/payments/server/record-payment.ts'
import type { OutputOf, ParsedInputOf } from '#kernel/contract.ts'
import type { Day } from '#kernel/day.ts'
import { type Cents, subtractCents, ZERO_CENTS } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { isIban } from '#kernel/settings/checks.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { inSavepoint } from '#server/runner/savepoint.ts'
import { whyNotReconciled } from '../domain/booked.ts'
import { acceptLines, reopenLines, skipLine } from '../domain/contract.ts'
import { WITHOUT_LINE } from './booked.ts'

type Line = {
  readonly id: number
  readonly statementId: number
  readonly bankName: string
  readonly account: string
  readonly day: Day
  readonly amount: Cents
  readonly iban: string
  readonly text: string
  readonly reference: string
  readonly paymentId: number | null
  readonly existed: boolean
  readonly isOpen: boolean
}

/** Returns lines by their ids, locked until the commit. Refuses an unknown one. */
async function lockLines(work: Work, ids: readonly number[]): Promise<readonly Line[]> {
  const found = await work.tx.many<Line>(sql`
    select l.id, l.statement_id as "statementId", s.bank_name as "bankName", l.iban as account, l.day, l.amount_cents as amount,
      l.party_iban as iban, l.text, l.reference, l.payment_id as "paymentId", l.payment_existed as existed, l.done_at is null as "isOpen"
    from bank_lines l join bank_statements s on s.id = l.statement_id
    where l.id = any(${[...ids]}::bigint[]) order by l.id for update of l`)
  const missing = ids.find((id) => !found.some((line) => line.id === id))
  return missing === undefined ? found : refuse('missing', 'bank-statements.no-line', { lineId: missing })
}

type Answer = ParsedInputOf<typeof acceptLines>['lines'][number]
type NewAnswer = Exclude<Answer, { readonly paymentId: number }>

/** The longest number of a receipt. */
const LONGEST_RECEIPT = 100

/**
 * Writes the payment of a line. It counts on the day of the bank, also if the till of that day is closed (C-88). A day to come is refused, and
 * so is an equal payment that no line is answered by, unless the person confirmed a further one (C-95).
 */
async function writePayment(work: Work, line: Line, { kind, partyId, confirmEqual }: NewAnswer): Promise<number> {
  stopOn(whyNotToCome(line.day, work.today))
  const out = line.amount < 0
  const payment: NewPayment = {
    bound: out ? 'Outbound' : 'Inbound',
    type: 'BANK',
    amount: out ? subtractCents(ZERO_CENTS, line.amount) : line.amount,
    date: line.day,
    customerId: kind === 'customers' ? partyId : null,
    providerId: kind === 'providers' ? partyId : null,
    series: '',
    refcode: PAYMENT_REFCODES.BANK,
    bankName: line.bankName,
    expireDate: null,
    issuer: '',
    iban: isIban(line.iban) ? line.iban : line.account,
    receiptCode: (line.reference || line.text || String(line.id)).slice(0, LONGEST_RECEIPT),
    orderId: null,
  }
  stopOn(await whyNotEqual(work.tx, payment, confirmEqual, WITHOUT_LINE))
  return insertPayment(work, payment, false)
}

type Refusals = OutputOf<typeof acceptLines>['refused']

/** Returns a payment, locked, that a line already is. */
async function existingPayment(work: Work, line: Line, paymentId: number): Promise<number> {
  const [payment] = await lockPayments(work, sql`p.id = ${paymentId}`)
  if (!payment) return refuse('missing', 'payments.no-payment', { paymentId })
  const answered = await work.tx.maybe(sql`select id from bank_lines where payment_id = ${paymentId}`)
  stopOn(whyNotReconciled(line, { ...payment, hasLine: Boolean(answered) }))
  return paymentId
}

/** Answers one open line: by the payment that it already is, or by a new one, which is matched. */
async function acceptLine(work: Work, line: Line, answer: Answer): Promise<void> {
  const existed = 'paymentId' in answer
  const paymentId = existed
    ? await existingPayment(work, line, answer.paymentId)
    : await writePayment(work, line, answer)
  if (!existed && answer.matches.length > 0) await matchByHand(work, { id: paymentId, matches: answer.matches })
  await work.tx.run(sql`
    update bank_lines set payment_id = ${paymentId}, payment_existed = ${existed}, done_by = ${work.actor.name},
      done_at = ${work.now}::timestamptz where id = ${line.id}`)
  work.moved({ entity: 'bank-statements', id: line.statementId })
}

export const acceptLinesCommand = command(acceptLines, async (work, { lines: wanted }) => {
  const locked = await lockLines(
    work,
    wanted.map(({ id }) => id),
  )
  const lines = new Map(locked.map((line) => [line.id, line]))
  const accepted: number[] = []
  const refused: Refusals = []
  for (const one of wanted) {
    const line = lines.get(one.id)
    if (!line?.isOpen) {
      if (wanted.length === 1) refuse('conflict', 'bank-statements.line-done')
      continue
    }
    // one of many that is refused stays open, and the others are accepted
    const done =
      wanted.length === 1
        ? await acceptLine(work, line, one)
        : await inSavepoint(work, (inner) => acceptLine(inner, line, one))
    if (done && 'refusal' in done) refused.push({ id: line.id, refusal: { ...done.refusal } })
    else accepted.push(line.id)
  }
  return { accepted, refused, already: wanted.length - accepted.length - refused.length }
})

export const skipLineCommand = command(skipLine, async (work, { id, reason }) => {
  const [line] = await lockLines(work, [id])
  if (!line?.isOpen) return refuse('conflict', 'bank-statements.line-done')
  await work.tx.run(sql`
    update bank_lines set skip_reason = ${reason}, done_by = ${work.actor.name}, done_at = ${work.now}::timestamptz where id = ${id}`)
  work.moved({ entity: 'bank-statements', id: line.statementId })
  return { id }
})

export const reopenLinesCommand = command(reopenLines, async (work, { ids, reason }) => {
  const lines = (await lockLines(work, ids)).filter(({ isOpen }) => !isOpen)
  const payments = lines.flatMap(({ paymentId, existed }) => (existed ? [] : (paymentId ?? [])))
  // the counter-entry of a payment frees its line; a payment that existed before the line stays
  for (const payment of await lockPayments(work, sql`p.id = any(${payments}::bigint[])`))
    await writeCounterEntry(work, payment, reason)
  await work.tx.run(sql`
    update bank_lines set payment_id = null, payment_existed = false, skip_reason = '', done_by = '', done_at = null
    where id = any(${lines.map(({ id }) => id)}::bigint[])`)
  for (const { statementId } of lines) work.moved({ entity: 'bank-statements', id: statementId })
  return { reopened: lines.length }
})
