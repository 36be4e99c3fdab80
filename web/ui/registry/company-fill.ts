/** What an answer of the company registry would write into a form. */
import type { RegisteredCompany } from '#kernel/company.ts'

export const FILLED_FIELDS = ['vat', 'name', 'label', 'profession', 'taxOffice', 'address', 'postcode', 'city'] as const
export type FilledField = (typeof FILLED_FIELDS)[number]

/** A field that the answer would change, with its old and new value. */
export type Filling = { readonly field: FilledField; readonly from: string; readonly to: string }

const inOneLine = (...parts: string[]): string =>
  parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')

/** What a form says now. A field that the form does not have is left out. */
export type FormTexts = Readonly<Partial<Record<FilledField, string>>>

/** Returns the registry's value of each field. A form without field for the town has it in the address. */
function valuesOfCompany(company: RegisteredCompany, inAddress: boolean): Record<FilledField, string> {
  const street = inOneLine(company.street, company.streetNumber)
  const town = inOneLine(company.postcode, company.city)
  const main = company.activities.find((activity) => activity.main) ?? company.activities[0]
  return {
    vat: company.vat,
    name: company.name,
    label: company.title,
    profession: main?.name ?? '',
    taxOffice: company.taxOffice,
    address: inAddress ? [street, town].filter(Boolean).join(', ') : street,
    postcode: company.postcode,
    city: company.city,
  }
}

/** Returns the fields that would change. Empty or equal values of the registry change nothing. */
export function fillingsOf(values: FormTexts, company: RegisteredCompany): Filling[] {
  const words = valuesOfCompany(company, values.city === undefined)
  return FILLED_FIELDS.flatMap((field) => {
    const [from, to] = [values[field]?.trim(), words[field].trim()]
    return from === undefined || to === '' || to === from ? [] : [{ field, from, to }]
  })
}

/** Returns the fields that are filled without asking: empty ones, and the VAT number that was looked up. */
export const safeFields = (fillings: readonly Filling[]): FilledField[] =>
  fillings.filter(({ field, from }) => from === '' || field === 'vat').map(({ field }) => field)

/** Returns the texts of the chosen fields. */
export const chosenTexts = (
  fillings: readonly Filling[],
  chosen: readonly FilledField[],
): Partial<Record<FilledField, string>> =>
  Object.fromEntries(fillings.flatMap(({ field, to }) => (chosen.includes(field) ? [[field, to]] : [])))

/**
 * Removes the sentence `head` from the start of a reason, because the page shows it above. Programs read both in one
 * text.
 */
export function withoutHead(reason: string, head: string): string {
  if (!reason.startsWith(head)) return reason
  const rest = reason.slice(head.length).replace(/^[\s.:]+/, '')
  return rest.charAt(0).toLocaleUpperCase() + rest.slice(1)
}
