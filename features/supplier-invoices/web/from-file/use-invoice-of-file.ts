/** Makes what a file contains the draft of the form that creates an invoice. */
import { useTranslation } from 'react-i18next'
import { askQuery } from '#web/api.ts'
import { usePerson } from '#web/session.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { goodsForDraft } from '../../domain/contract.ts'
import type { FileDraft } from '../../domain/from-file/contract.ts'
import { invoiceOfFile, productsOfFile } from '../../domain/from-file/invoice-of-file.ts'
import type { InvoiceDraft } from '../../domain/invoice-draft.ts'
import { INVOICE_DRAFT } from '../entry/stored-draft.ts'

/**
 * Returns a function that stores the draft of a file and returns it. It asks before another draft is replaced, and returns null if the
 * person keeps that one.
 */
export function useInvoiceOfFile(): (file: FileDraft) => Promise<InvoiceDraft | null> {
  const { t } = useTranslation('purchases')
  const personId = usePerson()?.id ?? 0
  return async (file) => {
    const before = INVOICE_DRAFT.read(personId)
    if (before !== null && !INVOICE_DRAFT.isEmpty(before) && before.file?.id !== file.id) {
      const replaces = await confirm({
        title: t('file.replace.title'),
        body: t('file.replace.body', { provider: before.provider?.name ?? '–', lines: before.lines.length }),
        confirmLabel: t('file.replace.yes'),
        cancelLabel: t('file.replace.no'),
      })
      if (!replaces) return null
    }
    const ids = productsOfFile(file)
    const providerId = file.provider?.id ?? null
    const goods = ids.length === 0 ? [] : (await askQuery(goodsForDraft, { ids, providerId })).rows
    const draft = invoiceOfFile(file, goods)
    INVOICE_DRAFT.store(personId, draft)
    return draft
  }
}
