/** What the answers of the company registry write into the form of a party, or into a new party. */
import type { RegisteredCompany } from '#kernel/company.ts'
import { chosenTexts, type FilledField, type Filling, fillingsOf } from '#web/ui/registry/company-fill.ts'
import { ADDRESS_TEXTS } from '../../domain/party.ts'
import { type PartyInput, type PartyValues, newParty, NO_PLACE, toInput } from './party-form.ts'

/** Returns the chosen fields as new values of the form. A new address has no place on the map yet. */
export function chosenValues(
  fillings: readonly Filling[],
  chosen: readonly FilledField[],
): Partial<Pick<PartyValues, FilledField | 'lat' | 'lon'>> {
  const texts = chosenTexts(fillings, chosen)
  const moved = ADDRESS_TEXTS.some((field) => Object.hasOwn(texts, field))
  return { ...texts, ...(moved ? NO_PLACE : {}) }
}

/** Returns a new party with everything that the registry knows of the company. */
export function partyOfCompany(company: RegisteredCompany): PartyInput {
  const empty = newParty()
  const fillings = fillingsOf(empty, company)
  const all = fillings.map(({ field }) => field)
  return toInput({ ...empty, ...chosenTexts(fillings, all) })
}
