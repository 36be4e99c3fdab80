/** Moves cheques through their states. */
import { readKeptProvider } from '#features/providers/server/kept-provider.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { chequeLifecycle, type ChequeState } from '../../domain/cheques/cheque.ts'
import { bounceCheque, moveCheques, passCheque } from '../../domain/cheques/contract.ts'
import { lockPayments, type StoredPayment, writeCounterEntry } from '../cancel/counter-entry.ts'
import { insertPayment } from '../record-payment.ts'

type Move = keyof typeof chequeLifecycle.transitions
type Locked = { readonly payment: StoredPayment; readonly state: ChequeState; readonly passedPaymentId: number | null }

/** Returns cheques of the register, locked until the commit. Refuses one that is not in it. */
async function lockCheques(work: Work, ids: readonly number[]): Promise<readonly Locked[]> {
  const payments = new Map(
    (await lockPayments(work, sql`p.id = any(${[...ids]}::bigint[])`)).map((one) => [one.id, one]),
  )
  const states = await work.tx.many<{ id: number; state: ChequeState; passedPaymentId: number | null }>(sql`
    select payment_id as id, state, passed_payment_id as "passedPaymentId"
    from cheques where payment_id = any(${[...ids]}::bigint[]) order by payment_id for update`)
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
    update cheques set state = ${to}, passed_payment_id = ${passedTo}::bigint, moved_at = ${work.now}::timestamptz,
      moved_by = ${work.actor.userId}::bigint, moved_name = ${work.actor.name}
    where payment_id = ${payment.id}`)
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
  // the register has the cheque already, as that of the customer
  await work.tx.run(sql`delete from cheques where payment_id = ${paymentId}`)
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
