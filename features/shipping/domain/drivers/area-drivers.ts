/** Says who drives to an area, if the company has entered it. An area is a town, or the beginning of postcodes. */
import { isSame } from '#kernel/changes.ts'
import { fold } from '#kernel/fold.ts'
import type { Setting, ValuesOf } from '#kernel/settings/form.ts'
import { countryOf, HOME } from '#kernel/tax/country.ts'

const AREA_SETTINGS = [
  /** Whether an order goes to the driver of its area by itself when it is invoiced. */
  { kind: 'yes-no', name: 'whenInvoiced', usual: false },
  {
    kind: 'rows',
    name: 'areas',
    usual: [],
    mostEntries: 200,
    columns: [
      { kind: 'text', name: 'area', longest: 100, required: true },
      { kind: 'text', name: 'driver', longest: 100, required: true },
      { kind: 'text', name: 'vehicle', longest: 50 },
    ],
  },
] as const satisfies readonly Setting[]

export const AREA_FORM = { id: 43, name: 'area-drivers', group: 'documents', settings: AREA_SETTINGS } as const
export type AreaDriver = ValuesOf<typeof AREA_SETTINGS>['areas'][number]

/** Returns a postcode as it is compared: its digits. */
export const postcodeKey = (postcode: string): string => postcode.replace(/\D/g, '')

/** Returns a town as it is compared, without regard to case, accents and spaces around it. */
export const townKey = (town: string): string => fold(town.trim())

const isTown = (area: string): boolean => /\p{L}/u.test(area)

/** Returns an area as it is compared with others and with addresses. What has no letter is the beginning of postcodes. */
const areaKey = (area: string): string => (isTown(area) ? townKey(area) : postcodeKey(area))

/** Returns the place of the first area that is new or changed and names the same as an earlier one, or -1. */
export const duplicateArea = (areas: readonly AreaDriver[], stored: readonly AreaDriver[]): number => {
  const keys = areas.map(({ area }) => areaKey(area))
  return areas.findIndex((row, at) => keys.indexOf(areaKey(row.area)) < at && isNewArea(row, stored))
}

/** Reports whether an area is new or changed. */
export const isNewArea = (area: AreaDriver, stored: readonly AreaDriver[]): boolean =>
  !stored.some((one) => isSame(one, area))

/** Where an order goes. The country is that of the customer, as it was typed. */
export type Destination = { readonly city: string; readonly postcode: string; readonly country: string }

/**
 * Returns who drives to an address in Greece, or null. The longest beginning of its postcode decides, because it names less than a town, and then the
 * town without regard to case and accents.
 */
export function driverOfArea(
  areas: readonly AreaDriver[],
  { city, postcode, country }: Destination,
): AreaDriver | null {
  if (countryOf(country) !== HOME) return null
  const [town, digits] = [townKey(city), postcodeKey(postcode)]
  const keyed = areas.map((row) => ({ row, key: areaKey(row.area) })).filter(({ key }) => key !== '')
  const [byPostcode] = keyed
    .filter(({ row, key }) => !isTown(row.area) && digits.startsWith(key))
    .toSorted((a, b) => b.key.length - a.key.length)
  return (byPostcode ?? keyed.find(({ row, key }) => isTown(row.area) && key === town))?.row ?? null
}
