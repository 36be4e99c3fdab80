/** What an answer of the company registry would write into a form. */
import type { RegisteredCompany } from '#kernel/company.ts'

const FILLED_FIELDS = ['vat', 'name', 'label', 'profession', 'taxOffice', 'address', 'postcode', 'city'] as const
export type FilledField = (typeof FILLED_FIELDS)[number]

/** A field that the answer would change, with its old and new value. */
export type Filling = { readonly field: FilledField; readonly from: string; readonly to: string }

const inOneLine = (...parts: string[]): string =>
  parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')

/** Returns the registry's value of each field. */
function valuesOfCompany(company: RegisteredCompany): Record<FilledField, string> {
  const main = company.activities.find((activity) => activity.main) ?? company.activities[0]
  return {
    vat: company.vat,
    name: company.name,
    label: company.title,
    profession: main?.name ?? '',
    taxOffice: company.taxOffice,
    address: inOneLine(company.street, company.streetNumber),
    postcode: company.postcode,
    city: company.city,
  }
}

/** Returns the fields that would change. Empty or equal values of the registry change nothing. */
export function fillingsOf(values: Readonly<Record<FilledField, string>>, company: RegisteredCompany): Filling[] {
  const words = valuesOfCompany(company)
  return FILLED_FIELDS.map((field) => ({ field, from: values[field].trim(), to: words[field].trim() })).filter(
    ({ from, to }) => to !== '' && to !== from,
  )
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
