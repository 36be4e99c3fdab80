/** Decides whether the VAT number of a customer or provider is stored as it is written. */
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { countryOf, HOME } from '#kernel/tax/country.ts'
import { hasWrongCheckDigit } from '#kernel/vat-number.ts'

type Numbered = { readonly vat?: string | undefined; readonly country?: string | undefined }

/** Reports whether a VAT number looks Greek and its check digit is wrong. The number of a party in another country has another form. */
export const hasWrongVat = ({ vat = '', country = '' }: Numbered): boolean =>
  hasWrongCheckDigit(vat.replace(/[\s.-]/g, '')) && countryOf(country) === HOME

/** Refuses a VAT number with a wrong check digit (C-100), unless `asWritten` says that it is stored like this. The page of the party then shows it. */
export const whyNotVatDigit = (party: Numbered, asWritten: boolean): Refusal | null =>
  asWritten || !hasWrongVat(party)
    ? null
    : refusal('invalid', 'parties.vat-digit', {
        vat: party.vat,
        confirm: 'asWritten',
        fields: { vat: 'parties.vat-digit' },
      })
