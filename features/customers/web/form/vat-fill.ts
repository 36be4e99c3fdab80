/** What the chosen answers of the company registry write into the form of a customer. */
import { chosenTexts, type FilledField, type Filling } from '#web/ui/registry/company-fill.ts'
import { ADDRESS_TEXTS } from '../../domain/customer.ts'
import { type CustomerValues, NO_PLACE } from './customer-form.ts'

/** Returns the chosen fields as new values of the form. A new address has no place on the map yet. */
export function chosenValues(
  fillings: readonly Filling[],
  chosen: readonly FilledField[],
): Partial<Pick<CustomerValues, FilledField | 'lat' | 'lon'>> {
  const texts = chosenTexts(fillings, chosen)
  const moved = ADDRESS_TEXTS.some((field) => Object.hasOwn(texts, field))
  return { ...texts, ...(moved ? NO_PLACE : {}) }
}
