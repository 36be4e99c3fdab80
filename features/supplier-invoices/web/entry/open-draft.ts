import type { Quantity, UnitPrice } from '#kernel/money.ts'
import { askQuery } from '#web/api.ts'
import { goodsForDraft, providerHabits } from '../../domain/contract.ts'
import { addReceived, EMPTY_INVOICE, type InvoiceDraft } from '../../domain/invoice-draft.ts'
import { requestToReceive } from '#features/buying/domain/contract.ts'
import { useReplaceDraft } from './replace-draft.ts'

/** What a new draft begins with. */
export type DraftStart = {
  readonly provider: { readonly id: number; readonly name: string } | null
  readonly lines: readonly {
    readonly productId: number
    readonly quantity: Quantity
    /** The price of one unit after discount. */
    readonly price: UnitPrice
    readonly request?: { readonly id: number; readonly lineNo: number }
  }[]
  /** The file that the goods are from. */
  readonly origin?: Pick<InvoiceDraft, 'file' | 'correctsId'> | undefined
}

/** Returns the draft of an invoice with the present data of its goods. Goods that no longer exist are left out. */
async function draftOf({ provider, lines, origin }: DraftStart): Promise<InvoiceDraft> {
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const { rows } = await askQuery(goodsForDraft, { ids, providerId: provider?.id ?? null })
  // the code of the last invoice is proposed, as in the form itself
  const { refcode } = provider ? await askQuery(providerHabits, { providerId: provider.id }) : EMPTY_INVOICE
  const start: InvoiceDraft = {
    ...EMPTY_INVOICE,
    ...origin,
    refcode,
    provider: provider && { id: provider.id, name: provider.name, label: '', vat: '' },
  }
  return lines.reduce<InvoiceDraft>((draft, { productId, ...figures }) => {
    const goods = rows.find(({ id }) => id === productId)
    return goods ? addReceived(draft, goods, figures) : draft
  }, start)
}

/** Returns a function that opens the form of an inbound invoice with these goods; false if the person keeps another draft. */
export function useOpenDraft(): (start: DraftStart) => Promise<boolean> {
  const replace = useReplaceDraft()
  return async (start) => replace(await draftOf(start))
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
