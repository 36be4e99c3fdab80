/** Mails a letter. The debts of a letter are stored with their steps, so that no debt is reminded twice in a step. */
import { readCustomer } from '#features/customers/server/customer-kind.ts'
import { readStatement } from '#features/customers/server/statement.ts'
import { newYearOf } from '#features/customers/domain/statement.ts'
import { customersEntity } from '#features/customers/domain/entity.ts'
import { writeMail } from '#features/mail/server/write-mail.ts'
import { sumOpen } from '#features/parties/domain/settlement.ts'
import type { Day } from '#kernel/day.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { PDF_TYPE } from '#server/papers/pdf.ts'
import { type Debt, sendReminder } from '../domain/contract.ts'
import { letterStep, readOverdueDebts, readStop, readyDebts } from './debts-of-customer.ts'

/** What a letter says about a debt. */
const keyOf = ({ kind, id, open, due }: Pick<Debt, 'kind' | 'id' | 'open' | 'due'>): string =>
  [kind, id, open, due].join(' ')

export const sendReminderCommand = command(
  sendReminder,
  async (work, { id, step, debts: shown, to, subject, body }) => {
    const { tx, today, now, actor } = work
    // two people who send to one customer wait for each other
    const customer = await readCustomer(tx, id, true)
    const stop = await readStop(tx, id)
    if (stop) refuse('refused', 'reminders.stopped', { name: customer.name, reason: stop.reason })
    const debts = readyDebts(await readOverdueDebts(tx, customer, today))
    const keys = new Set(shown.map(keyOf))
    if (letterStep(debts) !== step || debts.length !== keys.size || debts.some((debt) => !keys.has(keyOf(debt))))
      refuse('conflict', 'reminders.changed', { name: customer.name })
    const oldest = debts.reduce<Day>((day, debt) => (debt.day < day ? debt.day : day), newYearOf(today))
    const { sheet } = await readStatement({ rows: tx, today }, { id, from: oldest, until: today })
    const mailId = await writeMail(work, {
      entity: customersEntity,
      entityId: id,
      to,
      subject,
      body,
      attachment: { name: sheet.fileName, mediaType: PDF_TYPE, content: await work.pdfOf(sheet) },
      bulk: true,
    })
    const { id: reminderId } = await tx.one<{ id: number }>(sql`
    insert into reminders (customer_id, step, day, amount_cents, to_address, mail_id, user_id, user_name, created_at)
    values (${id}, ${step}::int, ${today}::date, ${sumOpen(debts)}, ${to}, ${mailId}, ${actor.userId}::bigint, ${actor.name}, ${now}::timestamptz)
    returning id`)
    await tx.run(sql`
    insert into reminded_debts (kind, document_id, step, reminder_id, day, due_on, open_cents)
    select kind, id, step, ${reminderId}, ${today}::date, due, open
    from jsonb_to_recordset(${JSON.stringify(debts.map((debt) => ({ ...debt, step: debt.next })))}::jsonb)
      as d(kind text, id bigint, step int, due date, open bigint)`)
    work.record({ entity: 'customers', id, changes: { reminder: [null, step], mail: [null, 'WAITING'] }, note: to })
    return { reminderId, mailId }
  },
)
