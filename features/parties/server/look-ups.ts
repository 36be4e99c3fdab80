/** The look-ups of a kind of party at outside services. They run on a click only. */
import { lookup } from '#server/command.ts'
import { registeredCompany } from '#server/lookups/registered-company.ts'
import { demandPlaces, questionAbout } from '#server/lookups/stored-places.ts'
import type { PartyContracts } from '../domain/contract.ts'
import type { PartyKind } from './kind.ts'
import { partiesOfVat } from './write-party.ts'

/** Points within about a metre count as the same place. */
const fiveDigits = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

export const partyLookups = (kind: PartyKind, { lookUpVat, places }: PartyContracts) => ({
  /** Returns the company of a VAT number, with the parties of the kind that have this number already. */
  vat: lookup(lookUpVat, async (reach, { vatNumber }) => {
    const { vat, company, askedAt } = await registeredCompany(reach, vatNumber)
    return { company, askedAt, sameVat: await partiesOfVat(kind, reach.rows, vat, null) }
  }),
  /** Returns the places that match a text. */
  places: lookup(places.findPlaces, async (reach, input) => {
    const text = input.text.replace(/\s+/g, ' ')
    return { places: await demandPlaces(reach, questionAbout(text), (found) => found.search(text)) }
  }),
  /** Returns the address at a point of the map. */
  placeAt: lookup(places.placeAt, async (reach, input) => {
    const [lat, lon] = [fiveDigits(input.lat), fiveDigits(input.lon)]
    return { places: await demandPlaces(reach, `at ${lat},${lon}`, (found) => found.at({ lat, lon })) }
  }),
})
