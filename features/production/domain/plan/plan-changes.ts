/** Decides how the tasks of an order follow its changed lines (C-63): which chains are superfluous, and what lacks a chain. */
import type { Material, Requirements } from '#features/products/domain/requirements.ts'
import { type Need, shortages, totalNeeds } from '#features/stock/domain/availability.ts'
import {
  addQuantity,
  negateQuantity,
  type Quantity,
  subtractQuantity,
  sumQuantities,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { net, type NettedProduct, type NettedRow } from '../netting.ts'

/** An open chain of an order: the steps by which one product is made for it. */
export type OrderChain = {
  readonly productId: number
  /** Its open tasks, the first step first. */
  readonly taskIds: readonly number[]
  /** True if one of its steps has begun or is finished. Such a chain is never closed. */
  readonly begun: boolean
  /** What its last step will bring into the stock. */
  readonly brings: Quantity
  /** What its open tasks still take. */
  readonly takes: readonly Need[]
  /** What its open requests will bring. */
  readonly asked: readonly Need[]
}

/** An open request to buy what an order sells. */
export type OrderRequest = Need & { readonly id: number }

export type PlannedOrder<M extends Material = Material> = {
  /** What the order sells and lends now. */
  readonly needs: readonly Need[]
  readonly chains: readonly OrderChain[]
  readonly requests: readonly OrderRequest[]
  /** What there is of the products, with what the chains and requests of the order bring and take. */
  readonly products: ReadonlyMap<number, NettedProduct>
  readonly requirements: Requirements<M>
}

/** How the tasks of an order become what its lines need. */
export type PlanChanges = {
  /** The chains to close, of which nothing has begun. */
  readonly closed: readonly OrderChain[]
  /** The chains that go on for the stock. */
  readonly kept: readonly OrderChain[]
  /** What has to be made and bought besides. */
  readonly lacking: readonly NettedRow[]
  /** The requests that are no longer needed. */
  readonly dropped: readonly OrderRequest[]
}

/** What happens to superfluous chains of which nothing has begun. */
export const SURPLUS_CHOICES = ['close', 'keep'] as const
export type SurplusChoice = (typeof SURPLUS_CHOICES)[number]

const takesOf = (chains: readonly OrderChain[]): Need[] => chains.flatMap(({ takes }) => takes)
const broughtBy = (chains: readonly OrderChain[]): Need[] =>
  chains.map(({ productId, brings }) => ({ productId, quantity: brings }))

/** Returns the products without what these chains and requests bring, and without what `takers` still take. */
function without(
  products: ReadonlyMap<number, NettedProduct>,
  chains: readonly OrderChain[],
  requests: readonly OrderRequest[],
  takers: readonly OrderChain[],
): ReadonlyMap<number, NettedProduct> {
  const coming = totalNeeds([...broughtBy(chains), ...chains.flatMap(({ asked }) => asked), ...requests])
  const awaited = totalNeeds(takesOf(takers))
  return new Map(
    [...products].map(([id, one]) => [
      id,
      {
        ...one,
        coming: subtractQuantity(one.coming, coming.get(id) ?? ZERO_QUANTITY),
        awaited: subtractQuantity(one.awaited, awaited.get(id) ?? ZERO_QUANTITY),
      },
    ]),
  )
}

/** Takes from a list the largest entries that fit together into `most`. */
function fitting<T>(all: readonly T[], sizeOf: (one: T) => Quantity, most: Quantity): T[] {
  let rest = most
  return all
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .filter((one) => {
      if (sizeOf(one) > rest) return false
      rest = subtractQuantity(rest, sizeOf(one))
      return true
    })
}

type Choose = <T>(all: readonly T[], sizeOf: (one: T) => Quantity, most: Quantity) => T[]

/** Takes those that fit, and then the smallest of the others until together they suffice. */
const covering: Choose = (all, sizeOf, most) => {
  const chosen = fitting(all, sizeOf, most)
  for (const one of all.filter((other) => !chosen.includes(other)).toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
    if (sumQuantities(chosen.map(sizeOf)) >= most) break
    chosen.push(one)
  }
  return chosen
}

type Fit = {
  readonly chains: ReadonlySet<OrderChain>
  readonly requests: ReadonlySet<OrderRequest>
  readonly rows: readonly NettedRow[]
  /** The products that are needed, whether or not they are there. */
  readonly wanted: ReadonlySet<number>
}

/**
 * Nets the needs of an order as if its chains that have not begun did not exist, and then uses those that `choose`
 * takes for what is missing. `begun` are the begun chains whose materials are needed too.
 */
function fit(
  { needs, chains, requests, products, requirements }: PlannedOrder,
  begun: readonly OrderChain[],
  choose: Choose = fitting,
): Fit {
  const unstarted = chains.filter((chain) => !chain.begun)
  const left = without(products, unstarted, requests, [...unstarted, ...begun])
  const short = new Set(shortages(needs, products).map(({ productId }) => productId))
  const used = new Set<OrderChain>()
  const usedRequests = new Set<OrderRequest>()
  const provide = (productId: number, missing: Quantity) => {
    const own = choose(
      unstarted.filter((chain) => chain.productId === productId),
      ({ brings }) => brings,
      missing,
    )
    for (const chain of own) used.add(chain)
    // the product comes after all that take it, so it is known which of their requests stay
    const asked = sumQuantities(
      [...used].flatMap((chain) => chain.asked.filter((one) => one.productId === productId)).map((one) => one.quantity),
    )
    const provided = addQuantity(sumQuantities(own.map(({ brings }) => brings)), asked)
    const bought = fitting(
      requests.filter((one) => one.productId === productId),
      ({ quantity }) => quantity,
      subtractQuantity(missing, provided),
    )
    for (const request of bought) usedRequests.add(request)
    const quantity = addQuantity(provided, sumQuantities(bought.map((one) => one.quantity)))
    return { quantity, takes: takesOf(own) }
  }
  const takes = new Map(
    [...Map.groupBy(unstarted, ({ productId }) => productId)].map(([id, own]) => [id, takesOf(own)]),
  )
  const rows = net(
    [...needs.filter(({ productId }) => short.has(productId)), ...takesOf(begun)],
    needs.filter(({ productId }) => !short.has(productId)),
    left,
    requirements,
    { provide, takes },
  )
  const taken = [...needs, ...takesOf(begun), ...takesOf([...used])]
  const made = rows.flatMap(({ productId, way }) =>
    way === 'make' ? (requirements.get(productId) ?? []).map(({ materialId }) => materialId) : [],
  )
  const wanted = new Set([...taken.map(({ productId }) => productId), ...made])
  return { chains: used, requests: usedRequests, rows, wanted }
}

/** Returns the begun chains that the order still needs: for its lines, or for what its other chains take. */
function wantedBegun(order: PlannedOrder): OrderChain[] {
  const begun = order.chains.filter((chain) => chain.begun)
  for (let wanted: OrderChain[] = []; ; ) {
    const { wanted: products } = fit(order, wanted)
    const more = begun.filter(({ productId }) => products.has(productId))
    if (more.length === wanted.length) return wanted
    wanted = more
  }
}

/**
 * Returns how the tasks of an order follow its lines. The needs are netted from scratch, as if the chains that have not begun did not
 * exist. Of each product the largest of these chains that fit into what is missing stay, and the rest is created, so that nothing is
 * made beyond what is missing. The other chains are closed, because a task never changes its quantity. A begun chain is never closed: it
 * goes on for the stock if the order needs its product no longer, together with the chains that make what it takes.
 */
function closing(order: PlannedOrder): PlanChanges {
  const kept = new Set<OrderChain>()
  for (;;) {
    // chains for the stock are no longer of this order, so they are among what is there and on its way
    const rest = { ...order, chains: order.chains.filter((chain) => !kept.has(chain)) }
    const begun = rest.chains.filter((chain) => chain.begun)
    const wanted = wantedBegun(rest)
    const own = fit(rest, wanted)
    const surplus = rest.chains.filter((chain) => !chain.begun && !own.chains.has(chain))
    if (wanted.length === begun.length)
      return {
        closed: surplus,
        kept: [...kept],
        lacking: own.rows,
        dropped: order.requests.filter((request) => !own.requests.has(request)),
      }
    const all = fit(rest, begun)
    for (const chain of begun) if (!wanted.includes(chain)) kept.add(chain)
    for (const chain of surplus) if (all.chains.has(chain)) kept.add(chain)
  }
}

/** Returns what an order lacks besides all of its chains and requests, also those that bring more than it needs. */
function lackingBesides(order: PlannedOrder): readonly NettedRow[] {
  const { needs, chains, requests, products, requirements } = order
  const own = chains.filter((chain) => !chain.begun)
  const takers = [...own, ...wantedBegun(order)]
  const provided = totalNeeds([...broughtBy(own), ...own.flatMap(({ asked }) => asked), ...requests])
  const short = new Set(shortages(needs, products).map(({ productId }) => productId))
  return net(
    [...needs.filter(({ productId }) => short.has(productId)), ...takesOf(takers)],
    needs.filter(({ productId }) => !short.has(productId)),
    without(products, own, requests, takers),
    requirements,
    { provide: (productId) => ({ quantity: provided.get(productId) ?? ZERO_QUANTITY, takes: [] }), takes: new Map() },
  )
}

/**
 * Returns the changes for a choice. With `keep` no chain is closed: those that the order needs although they make too much stay with
 * it, the others go on for the stock, and only what lacks besides all of them is created.
 */
export function planChanges(order: PlannedOrder, choice: SurplusChoice): PlanChanges {
  const changes = closing(order)
  if (choice === 'close') return changes
  const rest = { ...order, chains: order.chains.filter((chain) => !changes.kept.includes(chain)) }
  const stays = fit(rest, wantedBegun(rest), covering).chains
  const kept = [...changes.kept, ...rest.chains.filter((chain) => !chain.begun && !stays.has(chain))]
  const chains = order.chains.filter((chain) => !kept.includes(chain))
  return { closed: [], kept, lacking: lackingBesides({ ...order, chains }), dropped: [] }
}

/** Reports whether there is nothing to do. */
export const isFitting = ({ closed, kept, lacking, dropped }: PlanChanges): boolean =>
  closed.length + kept.length + dropped.length === 0 && lacking.every(({ way }) => way === 'unknown')

/** Returns how many products are made less of, and how many more, counting what goes on for the stock as less. */
export function countChanges({ closed, kept, lacking }: PlanChanges): { readonly less: number; readonly more: number } {
  const changed = new Map<number, Quantity>()
  const add = (id: number, more: Quantity) => changed.set(id, addQuantity(changed.get(id) ?? ZERO_QUANTITY, more))
  for (const { productId, brings } of [...closed, ...kept]) add(productId, negateQuantity(brings))
  for (const { productId, missing, way } of lacking) if (way === 'make') add(productId, missing)
  const sums = [...changed.values()]
  return { less: sums.filter((sum) => sum < 0).length, more: sums.filter((sum) => sum > 0).length }
}
