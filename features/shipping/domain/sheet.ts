/** What a driver's sheet works out: the money to collect at each stop, and what goes on the truck in which order. */
import { addCents, addQuantity, type Cents, type Quantity, ZERO_CENTS, ZERO_QUANTITY } from '#kernel/money.ts'

type MoneyStop = {
  readonly customerId: number
  readonly status: string
  readonly total: Cents
  /** What the customer owes for what was delivered before; the same at each of his stops. */
  readonly balance: Cents
}

export type Collecting = {
  /** What was owed before, at the first stop of a customer; null at his others, where `owedAt` says which that is. */
  readonly owed: Cents | null
  readonly owedAt: number | null
  /** What this order adds; nothing when it was closed already. */
  readonly order: Cents
  readonly collect: Cents
}

/** What is to be collected stop by stop: the balance once, with the first order; a credit goes on to the next. */
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

/** Pieces of one thing; what is sold and what is lent of a product are two things. */
type Piece = { readonly key: string; readonly name: string; readonly unit: string; readonly quantity: Quantity }

export type Loaded = Piece & {
  /** The stops that get some of it, as places from 0, in the order of loading: the last stop first. */
  readonly stops: readonly { readonly at: number; readonly quantity: Quantity }[]
}

/** What goes on the truck by product. The product of the last stop comes first: it lies at the bottom. */
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
