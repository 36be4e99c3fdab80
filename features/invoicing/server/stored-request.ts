/** A document as it is stored. */
import type { TaxDocument, TaxParty } from '#kernel/tax/tax-document.ts'

type Line = Pick<
  TaxDocument['lines'][number],
  'code' | 'name' | 'unit' | 'quantity' | 'price' | 'vatRate' | 'net' | 'vat'
>

/** The content of a stored document. Those of earlier versions lack what came later. */
export type StoredRequest = Pick<TaxDocument, 'series' | 'number' | 'day' | 'net' | 'vat' | 'total'> &
  Partial<Pick<TaxDocument, 'type' | 'paymentWay' | 'dueDay' | 'correlatedMark' | 'deliveryPlace'>> & {
    readonly issuer: Partial<TaxParty>
    readonly customer: Partial<TaxParty>
    readonly lines: readonly (Line & { readonly exemption?: number | null; readonly vatRounding?: number })[]
  }
