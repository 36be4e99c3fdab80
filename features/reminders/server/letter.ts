/** Reads a letter as it would be sent, in the tone of its step and in the language of the customer. */
import { readCustomer } from '#features/customers/server/customer-kind.ts'
import { sumOpen } from '#features/parties/domain/settlement.ts'
import { readCompany } from '#server/company.ts'
import { tagOf } from '#kernel/languages.ts'
import { query } from '#server/command.ts'
import { onPaper, type PaperTexts, paperTexts } from '#server/papers/texts.ts'
import { reminderLetter } from '../domain/contract.ts'
import { letterLanguage, type LetterLanguage } from '../domain/language.ts'
import { letterStep, readOverdueDebts, readStop, readyDebts } from './debts-of-customer.ts'

const TEXTS: Readonly<Record<LetterLanguage, PaperTexts>> = {
  gr: paperTexts('reminders', tagOf('gr')),
  eng: paperTexts('reminders', tagOf('eng')),
}

export const reminderLetterQuery = query(reminderLetter, async ({ rows, today }, input) => {
  const customer = await readCustomer(rows, input.id)
  const company = await readCompany(rows)
  const debts = readyDebts(await readOverdueDebts(rows, customer, today))
  const step = letterStep(debts)
  const language = input.language ?? letterLanguage(customer.country)
  const t = TEXTS[language]
  const amount = sumOpen(debts)
  const what = ({ kind, id }: (typeof debts)[number]) => t(`debt.${kind}`, { id })
  const lines = debts.map((debt) =>
    t('debt-line', {
      what: what(debt),
      day: onPaper.day(debt.day),
      due: onPaper.day(debt.due),
      open: onPaper.euro(debt.open),
    }),
  )
  const places = {
    company: company.name,
    amount: onPaper.euro(amount),
    debts: lines.join('\n'),
    signature: [company.name, company.phone].filter(Boolean).join('\n'),
  }
  return {
    name: customer.name,
    to: customer.email,
    subject: step === null ? '' : t(`step-${step}.subject`, places),
    body: step === null ? '' : t(`step-${step}.body`, places),
    language,
    step,
    amount,
    debts,
    closed: (await readStop(rows, input.id))
      ? ('stopped' as const)
      : step === null
        ? ('nothing' as const)
        : customer.email.trim() === ''
          ? ('no-address' as const)
          : null,
  }
})
