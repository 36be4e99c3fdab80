import { useTranslation } from 'react-i18next'
import type { Quantity, UnitPrice } from '#kernel/money.ts'
import { askQuery } from '#web/api.ts'
import { useGo } from '#web/navigation.tsx'
import { usePerson } from '#web/session.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { goodsForDraft, providerHabits } from '../../domain/contract.ts'
import { addGoods, EMPTY_INVOICE, type InvoiceDraft } from '../../domain/invoice-draft.ts'
import { requestToReceive } from '../../domain/requests/contract.ts'
import { INVOICE_DRAFT } from '../entry/stored-draft.ts'

/** What a new draft begins with. */
export type DraftStart = {
  readonly provider: { readonly id: number; readonly name: string } | null
  readonly lines: readonly {
    readonly productId: number
    readonly quantity: Quantity
    readonly price: UnitPrice
    readonly request?: { readonly id: number; readonly lineNo: number }
  }[]
}

/** Returns the draft of an invoice with the present data of its goods. Goods that no longer exist are left out. */
async function draftOf({ provider, lines }: DraftStart): Promise<InvoiceDraft> {
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const { rows } = await askQuery(goodsForDraft, { ids, providerId: provider?.id ?? null })
  // the code of the last invoice is proposed, as in the form itself
  const { refcode } = provider ? await askQuery(providerHabits, { providerId: provider.id }) : EMPTY_INVOICE
  const start: InvoiceDraft = {
    ...EMPTY_INVOICE,
    refcode,
    provider: provider && { id: provider.id, name: provider.name, label: '', vat: '' },
  }
  return lines.reduce<InvoiceDraft>((draft, { productId, ...figures }) => {
    const goods = rows.find(({ id }) => id === productId)
    if (!goods) return draft
    const next = addGoods(draft, goods)
    return {
      ...next,
      lines: next.lines.map((line, index) => (index === next.lines.length - 1 ? { ...line, ...figures } : line)),
    }
  }, start)
}

/**
 * Returns a function that opens the form of an inbound invoice with these goods. It asks before another draft on this device is
 * replaced, and returns false if the person keeps that one.
 */
export function useOpenDraft(): (start: DraftStart) => Promise<boolean> {
  const { t } = useTranslation('purchases')
  const go = useGo()
  const personId = usePerson()?.id ?? 0
  return async (start) => {
    const draft = await draftOf(start)
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

/** Returns a function that opens the form of an invoice for what a request still expects. */
export function useReceive(): (requestId: number) => Promise<boolean> {
  const openDraft = useOpenDraft()
  return async (requestId) => {
    const { provider, lines } = await askQuery(requestToReceive, { id: requestId })
    return openDraft({
      provider,
      lines: lines.map(({ productId, quantity, price, requestLineNo }) => ({
        productId,
        quantity,
        price,
        request: { id: requestId, lineNo: requestLineNo },
      })),
    })
  }
}
