import i18n from 'i18next'
import { Refused } from '#kernel/refusal.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { refusalText } from '#web/ui/problems.ts'

/** Asks whether a payment is recorded although an equal one exists (C-95). Returns false for an error that is no such question. */
export function isFurtherPayment(error: unknown, confirmLabel: string): Promise<boolean> {
  if (!(error instanceof Refused) || error.refusal.details?.['confirm'] !== 'confirmEqual')
    return Promise.resolve(false)
  const body = i18n.t('create.equal', { ns: 'payments' })
  return confirm({ title: refusalText(error.refusal), body, confirmLabel, danger: true })
}
