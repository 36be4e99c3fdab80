/** Says who drives to an area, if the company has entered it. An area is a town, or the beginning of postcodes. */
import { fold } from '#kernel/fold.ts'
import type { Setting, ValuesOf } from '#kernel/settings/form.ts'

const AREA_SETTINGS = [
  /** Whether an order goes to the driver of its area by itself when it is invoiced. */
  { kind: 'yes-no', name: 'whenInvoiced', usual: false },
  {
    kind: 'rows',
    name: 'areas',
    usual: [],
    mostEntries: 200,
    unique: 'area',
    columns: [
      { kind: 'text', name: 'area', longest: 100, required: true },
      { kind: 'text', name: 'driver', longest: 100, required: true },
      { kind: 'text', name: 'vehicle', longest: 50 },
    ],
  },
] as const satisfies readonly Setting[]

export const AREA_FORM = { id: 43, name: 'area-drivers', group: 'documents', settings: AREA_SETTINGS } as const
export type AreaDriver = ValuesOf<typeof AREA_SETTINGS>['areas'][number]

const digitsOf = (text: string): string => text.replace(/\s/g, '')
const isPostcode = (area: string): boolean => /^\d+$/.test(digitsOf(area))

/**
 * Returns who drives to an address, or null. The longest beginning of its postcode decides, because it names less than a town, and then the
 * town without regard to case and accents.
 */
export function driverOfArea(
  areas: readonly AreaDriver[],
  { city, postcode }: { readonly city: string; readonly postcode: string },
): AreaDriver | null {
  const plain = digitsOf(postcode)
  const byPostcode = areas
    .filter(({ area }) => isPostcode(area) && plain.startsWith(digitsOf(area)))
    .toSorted((a, b) => digitsOf(b.area).length - digitsOf(a.area).length)
  const town = fold(city.trim())
  const byTown = areas.find(({ area }) => town !== '' && fold(area.trim()) === town)
  return byPostcode[0] ?? byTown ?? null
}
