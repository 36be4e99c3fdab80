/** Moves cheques through their states. */
import { readKeptProvider } from '#features/providers/server/kept-provider.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { chequeLifecycle, type ChequeState } from '../../domain/cheques/cheque.ts'
import { bounceCheque, moveCheques, passCheque } from '../../domain/cheques/contract.ts'
import { lockPayments, type StoredPayment, writeCounterEntry } from '../cancel/counter-entry.ts'
import { insertPayment } from '../record-payment.ts'
import { IN_REGISTER, STATE } from './register.ts'

type Move = keyof typeof chequeLifecycle.transitions
type Locked = { readonly payment: StoredPayment; readonly state: ChequeState; readonly passedPaymentId: number | null }

/** Returns cheques of the register, locked until the commit. Refuses one that is not in it. */
async function lockCheques(work: Work, ids: readonly number[]): Promise<readonly Locked[]> {
  const payments = new Map(
    (await lockPayments(work, sql`p.id = any(${[...ids]}::bigint[])`)).map((one) => [one.id, one]),
  )
  const states = await work.tx.many<{ id: number; state: ChequeState; passedPaymentId: number | null }>(sql`
    select p.id, ${STATE} as state, c.passed_payment_id as "passedPaymentId"
    from payments p left join cheques c on c.payment_id = p.id where p.id = any(${[...ids]}::bigint[]) and ${IN_REGISTER}`)
  const found = new Map(states.map((one) => [one.id, one]))
  return [...new Set(ids)].map((id) => {
    const [payment, cheque] = [payments.get(id), found.get(id)]
    if (!payment || !cheque) return refuse('missing', 'payments.no-cheque', { paymentId: id })
    return { payment, state: cheque.state, passedPaymentId: cheque.passedPaymentId }
  })
}

/** Stores the new state of a cheque, and records the move. */
async function moveCheque(
  work: Work,
  { payment, state, passedPaymentId }: Locked,
  move: Move,
  passedTo: number | null = passedPaymentId,
): Promise<void> {
  stopOn(chequeLifecycle.whyNot(move, { status: state }, work.actor))
  const { to } = chequeLifecycle.transitions[move]
  await work.tx.run(sql`
    insert into cheques (payment_id, state, passed_payment_id, moved_at, moved_by, moved_name)
    values (${payment.id}, ${to}, ${passedTo}::bigint, ${work.now}::timestamptz, ${work.actor.userId}::bigint, ${work.actor.name})
    on conflict (payment_id) do update set state = excluded.state, passed_payment_id = excluded.passed_payment_id,
      moved_at = excluded.moved_at, moved_by = excluded.moved_by, moved_name = excluded.moved_name`)
  work.record({ entity: 'payments', id: payment.id, changes: { cheque: [state, to] } })
}

export const moveChequesCommand = command(moveCheques, async (work, { ids, move }) => {
  const cheques = await lockCheques(work, ids)
  for (const cheque of cheques) await moveCheque(work, cheque, move)
  return { moved: cheques.length }
})

export const passChequeCommand = command(passCheque, async (work, { id, providerId }) => {
  const [cheque] = await lockCheques(work, [id])
  if (!cheque) return refuse('missing', 'payments.no-cheque', { paymentId: id })
  stopOn(chequeLifecycle.whyNot('pass-on', { status: cheque.state }, work.actor))
  const provider = await readKeptProvider(work.tx, providerId)
  if (!provider) return refuse('refused', 'payments.no-provider', { providerId })
  const { amount, series, refcode, bankName, expireDate, issuer, receiptCode } = cheque.payment
  const paymentId = await insertPayment(
    work,
    {
      bound: 'Outbound',
      type: 'CHECK',
      amount,
      date: work.today,
      customerId: null,
      providerId: provider.id,
      series,
      refcode,
      bankName,
      expireDate,
      issuer,
      iban: '',
      receiptCode,
      orderId: null,
    },
    false,
  )
  await moveCheque(work, cheque, 'pass-on', paymentId)
  return { id, paymentId }
})

export const bounceChequeCommand = command(bounceCheque, async (work, { id, reason }) => {
  const [cheque] = await lockCheques(work, [id])
  if (!cheque) return refuse('missing', 'payments.no-cheque', { paymentId: id })
  await moveCheque(work, cheque, 'bounce')
  const counter = await writeCounterEntry(work, cheque.payment, reason, work.today)
  if (cheque.state === 'PASSED-ON') {
    const [passed] = await lockPayments(work, sql`p.id = ${cheque.passedPaymentId}::bigint`)
    if (passed) await writeCounterEntry(work, passed, reason, work.today)
  }
  return { id, counterId: counter.id }
})
