/** Reads what the rule of the earliest day needs, for some products through all levels of their recipes. */
import { withTheirMaterials } from '#features/products/domain/requirements.ts'
import type { Need } from '#features/stock/domain/availability.ts'
import type { Day } from '#kernel/day.ts'
import { ZERO_QUANTITY } from '#kernel/money.ts'
import type { Rows } from '#server/db/database.ts'
import { projectDone, type ReadyProduct, type ReadySection, type ReadyWorld } from '../../domain/ready/ready-day.ts'
import { type ClaimedRecipes, readClaimedRecipes, type ReadPromises } from '../plan/netted-products.ts'
import { type Place, type PlaceLoad, readCapacities, readLoads } from '../section-loads.ts'
import { dayOfSupply, lastPlannedDay, readSupplyDays, type Supply } from './supply-days.ts'

const sectionOf = (
  capacity: ReadySection['capacity'],
  places: ReadonlyMap<Place, PlaceLoad> | undefined,
): ReadySection => ({
  capacity,
  plannedOn: new Map(
    [...(places ?? [])].flatMap(([place, { load }]) =>
      place === 'late' || place === 'undated' ? [] : [[place as Day, load] as const],
    ),
  ),
  late: places?.get('late')?.load ?? ZERO_QUANTITY,
})

async function readSections(rows: Rows, names: readonly string[], today: Day): Promise<Map<string, ReadySection>> {
  const capacities = await readCapacities(rows, names)
  const loads = await readLoads(rows, capacities, today, lastPlannedDay(today))
  return new Map([...capacities].map(([name, capacity]) => [name, sectionOf(capacity, loads.get(name))]))
}

export type StoredWorld = {
  readonly stored: ClaimedRecipes['products']
  /** What comes of each product, with the day on which its sections have it ready. */
  readonly supplies: ReadonlyMap<number, readonly Supply[]>
  /** Returns the world as the goods of an order see it. `promisedOf` replaces what was promised to others. */
  readonly worldFor: (
    goods: readonly Need[],
    orderId: number | null,
    promisedOf?: (productId: number) => ReadyProduct['promised'],
  ) => ReadyWorld
}

/** Reads the world of some products, all of them together in each statement. */
export async function readWorld(
  rows: Rows,
  productIds: readonly number[],
  today: Day,
  promises: ReadPromises,
): Promise<StoredWorld> {
  const { requirements, products } = await readClaimedRecipes(rows, productIds, promises)
  const read = await readSupplyDays(rows, [...products.keys()], today)
  const names = new Set([
    ...[...products.values()].flatMap(({ steps }) => steps.map(({ section }) => section)),
    ...read.supplies.flatMap(({ steps }) => steps.map(({ section }) => section)),
  ])
  const sections = await readSections(rows, [...names], today)
  const doneOn = projectDone(today, sections)
  const supplies = Map.groupBy(
    read.supplies.map((supply) => ({ ...supply, day: dayOfSupply(supply, doneOn) })),
    ({ productId }) => productId,
  )
  const worldFor: StoredWorld['worldFor'] = (goods, ownId, promisedOf) => ({
    today,
    requirements,
    sections,
    products: new Map(
      [...withTheirMaterials(requirements, new Set(goods.map(({ productId }) => productId)))]
        .flatMap((id) => {
          const one = products.get(id)
          return one === undefined ? [] : [[id, one] as const]
        })
        .map(([id, one]) => [
          id,
          {
            ...one,
            promised: promisedOf?.(id) ?? one.promised,
            leadDays: read.leadDays.get(id) ?? null,
            arrivals: (supplies.get(id) ?? []).map(({ quantity, day, from, orderId: of }) => ({
              quantity,
              day,
              from,
              isOwn: ownId !== null && of === ownId,
            })),
          },
        ]),
    ),
  })
  return { stored: products, supplies, worldFor }
}
