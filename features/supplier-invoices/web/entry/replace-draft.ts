import { useTranslation } from 'react-i18next'
import { useGo } from '#web/navigation.tsx'
import { usePerson } from '#web/session.ts'
import { confirm } from '#web/ui/confirm.tsx'
import type { InvoiceDraft } from '../../domain/invoice-draft.ts'
import { INVOICE_DRAFT } from './stored-draft.ts'

/**
 * Returns a function that opens the form of an inbound invoice with a draft. It asks before another draft on this device is replaced,
 * and returns false if the person keeps that one.
 */
export function useReplaceDraft(): (draft: InvoiceDraft) => Promise<boolean> {
  const { t } = useTranslation('purchases')
  const go = useGo()
  const personId = usePerson()?.id ?? 0
  return async (draft) => {
    const stored = INVOICE_DRAFT.read(personId)
    if (stored !== null && !INVOICE_DRAFT.isEmpty(stored)) {
      const agreed = await confirm({
        title: t('receive.replace-title'),
        body: t('receive.replace-body', { number: stored.number, provider: stored.provider?.name ?? '' }),
        confirmLabel: t('receive.replace'),
        cancelLabel: t('receive.keep'),
        danger: true,
      })
      if (!agreed) return false
    }
    INVOICE_DRAFT.store(personId, draft)
    go('/createinvoice')
    return true
  }
}
