/** Decides whether a barcode is stored as it is written. */
import { hasWrongGtinDigit } from '#kernel/barcode.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

/** Refuses a barcode with a wrong check digit (C-100), unless `asWritten` says that it is the company's own code. */
export const whyNotBarcode = (barcode: string | undefined, asWritten: boolean): Refusal | null =>
  asWritten || barcode === undefined || !hasWrongGtinDigit(barcode)
    ? null
    : refusal('invalid', 'products.barcode-digit', {
        barcode,
        confirm: 'asWritten',
        fields: { barcode: 'products.barcode-digit' },
      })
