/** Computes the driver's sheet: the money to collect at each stop, and the load in loading order. */
import { addCents, addQuantity, type Cents, type Quantity, ZERO_CENTS, ZERO_QUANTITY } from '#kernel/money.ts'

type MoneyStop = {
  readonly customerId: number
  readonly status: string
  readonly total: Cents
  /** What the customer owes for earlier deliveries. It is the same at each stop of the customer. */
  readonly balance: Cents
}

export type Collecting = {
  /** The balance before this order, at the first stop of a customer; null at the other stops of the customer. */
  readonly owed: Cents | null
  /** The position of the first stop of the customer, from 0; null at the first stop itself. */
  readonly owedAt: number | null
  /** What this order adds, or 0 if it is already closed. */
  readonly order: Cents
  readonly collect: Cents
}

/**
 * Returns the money to collect at each stop. The balance of a customer is added once, at their first stop. A credit
 * that remains lowers the amount at their next stops.
 */
export function collectAt(stops: readonly MoneyStop[]): Collecting[] {
  const before = new Map<number, { at: number; credit: Cents }>()
  return stops.map(({ customerId, status, total, balance }, at) => {
    const earlier = before.get(customerId)
    const order = status === 'ON SHIPPING' ? total : ZERO_CENTS
    const due = addCents(earlier ? earlier.credit : balance, order)
    before.set(customerId, { at: earlier?.at ?? at, credit: due < 0 ? due : ZERO_CENTS })
    return { owed: earlier ? null : balance, owedAt: earlier?.at ?? null, order, collect: due > 0 ? due : ZERO_CENTS }
  })
}

/** The quantity of one product. Sold and lent pieces of a product are separate. */
type Piece = { readonly key: string; readonly name: string; readonly unit: string; readonly quantity: Quantity }

export type Loaded = Piece & {
  /** The positions of the stops that receive some of it, from 0, in loading order: the last stop first. */
  readonly stops: readonly { readonly at: number; readonly quantity: Quantity }[]
}

/** Returns the load by product. The products of the last stop come first, because they are loaded first. */
export function loadingList(stops: readonly (readonly Piece[])[]): Loaded[] {
  const list = new Map<string, Piece & { stops: { at: number; quantity: Quantity }[] }>()
  for (const [at, pieces] of [...stops.entries()].toReversed()) {
    for (const piece of pieces) {
      const known = list.get(piece.key) ?? { ...piece, quantity: ZERO_QUANTITY, stops: [] }
      const here = known.stops.find((stop) => stop.at === at)
      const others = known.stops.filter((stop) => stop !== here)
      list.set(piece.key, {
        ...known,
        quantity: addQuantity(known.quantity, piece.quantity),
        stops: [...others, { at, quantity: here ? addQuantity(here.quantity, piece.quantity) : piece.quantity }],
      })
    }
  }
  return [...list.values()]
}
