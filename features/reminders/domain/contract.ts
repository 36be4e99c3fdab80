/** Declares the list of overdue debts, the letters that remind of them, and the customers who get none. */
import { z } from 'zod'
import { zMailText } from '#features/mail/domain/contract.ts'
import { MAIL_STATUSES } from '#features/mail/domain/mail.ts'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import {
  countOutput,
  defineCommand,
  defineQuery,
  listInput,
  listOutput,
  sumsOutput,
  zId,
  zText,
} from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { LETTER_LANGUAGES } from './language.ts'
import { DEBT_KINDS, STEPS } from './reminder.ts'

const { read, write } = paymentsRights

const zStep = z.union([z.literal(1), z.literal(2), z.literal(3)])

/** Which customers the list shows: those who may get a letter of a step now, those who may get none now, and those who get none at all. */
export const DUE_SHOWN = ['1', '2', '3', 'later', 'stopped'] as const
export const DUE_SORTS = ['overdue', 'late', 'since', 'last', 'name'] as const
export const DUE_PAGE = 100

const dueInput = listInput({ step: z.enum(DUE_SHOWN) }, DUE_SORTS)

const zDue = z.object({
  id: z.int(),
  name: z.string(),
  /** What is open after its due day. */
  overdue: zCents,
  debts: z.int(),
  /** The oldest due day of these debts, and by how many days it is late. */
  since: zDay,
  late: z.int(),
  /** The last letter to the customer, whatever it was about. */
  lastStep: zStep.nullable(),
  lastDay: zDay.nullable(),
  /** The status of its mail; null without a letter, or if the mail was deleted. */
  lastMail: z.enum(MAIL_STATUSES).nullable(),
  /** The highest step in which one of the debts may be reminded today. */
  next: zStep.nullable(),
  /** Why no letter can be sent, or null. */
  closed: z.enum(['stopped', 'no-address']).nullable(),
})
export type Due = z.output<typeof zDue>

/** Returns the customers with overdue debts, those who owe most first. */
export const listDue = defineQuery('reminders.due', { right: read, input: dueInput, output: listOutput(zDue) })
export const countDue = defineQuery('reminders.due-count', { right: read, input: dueInput, output: countOutput })
export const sumDue = defineQuery('reminders.due-sums', { right: read, input: dueInput, output: sumsOutput })

/** A debt as a letter names it. */
const zDebtShown = z.strictObject({ kind: z.enum(DEBT_KINDS), id: zId, open: zCents, due: zDay })

const zDebt = z.object({
  kind: z.enum(DEBT_KINDS),
  id: z.int(),
  day: zDay,
  due: zDay,
  late: z.int(),
  open: zCents,
  /** The last step in which it was reminded, and when. */
  lastStep: zStep.nullable(),
  lastDay: zDay.nullable(),
  /** The step in which it may be reminded today, or null. */
  next: zStep.nullable(),
})
export type Debt = z.output<typeof zDebt>

/** Returns the overdue debts of a customer, what was sent about them, and whether the customer gets reminders. */
export const dueOfCustomer = defineQuery('reminders.of-customer', {
  right: read,
  input: z.strictObject({ id: zId }),
  output: z.object({
    overdue: zCents,
    debts: z.array(zDebt),
    /** Letters, newest first. */
    letters: z.array(
      z.object({
        id: z.int(),
        step: zStep,
        day: zDay,
        amount: zCents,
        to: z.string(),
        userName: z.string(),
        /** The status of the mail; null if the mail was deleted. */
        mail: z.enum(MAIL_STATUSES).nullable(),
      }),
    ),
    stopped: z.object({ reason: z.string(), userName: z.string(), at: z.string() }).nullable(),
  }),
})

/** Returns a letter as it would be sent: the address, the text in the tone of its step, and its debts. */
export const reminderLetter = defineQuery('reminders.letter', {
  right: write,
  input: z.strictObject({ id: zId, language: z.enum(LETTER_LANGUAGES).optional() }),
  output: z.object({
    name: z.string(),
    to: z.string(),
    subject: z.string(),
    body: z.string(),
    language: z.enum(LETTER_LANGUAGES),
    /** Null if there is nothing to remind of. */
    step: zStep.nullable(),
    amount: zCents,
    debts: z.array(zDebt),
    closed: z.enum(['stopped', 'no-address', 'nothing']).nullable(),
  }),
})

/**
 * Mails a letter with the statement of the customer. It is refused unless `debts` are exactly those that may be reminded now, with
 * their amounts and due days. So no letter demands what was paid, or was reminded of, in the meantime.
 */
export const sendReminder = defineCommand('reminders.send', {
  right: write,
  input: z.strictObject({
    id: zId,
    step: z.literal(STEPS),
    debts: z.array(zDebtShown).min(1).max(2_000),
    ...zMailText,
  }),
  output: z.object({ reminderId: z.int(), mailId: z.int() }),
})

/** Notes that a customer gets no reminders, with the reason. */
export const stopReminders = defineCommand('reminders.stop', {
  right: write,
  input: z.strictObject({ id: zId, reason: zText(500).refine((text) => text !== '', { message: 'required' }) }),
  output: z.object({ id: z.int() }),
})

/** Lets a customer get reminders again. */
export const resumeReminders = defineCommand('reminders.resume', {
  right: write,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})
