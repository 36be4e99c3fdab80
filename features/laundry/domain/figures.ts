/** The rule of lent items: where they are, together, must be what entered the stock. */
import { addQuantity, type Quantity, subtractQuantity, sumQuantities } from '#kernel/money.ts'
import type { LentFigures } from './contract.ts'

/** What is stored of a lent product. */
export type LentSums = {
  readonly shelf: Quantity
  readonly laundry: Quantity
  readonly trucks: Quantity
  /** The loan balance, on trucks and at customers. */
  readonly balance: Quantity
  readonly writtenOff: Quantity
  /** What the ledger moved to customers and back and out of the laundry. It left or entered the shelf only. */
  readonly moved: Quantity
  readonly byHand: Quantity
  /** What customers bought because they did not return it. */
  readonly sold: Quantity
}

export const figuresOf = ({
  shelf,
  laundry,
  trucks,
  balance,
  writtenOff,
  moved,
  byHand,
  sold,
}: LentSums): LentFigures => ({
  shelf,
  laundry,
  trucks,
  customers: subtractQuantity(balance, trucks),
  writtenOff,
  entered: subtractQuantity(shelf, moved),
  byHand,
  sold,
})

/** Returns what the company owns of a lent product, wherever it is. Written off pieces stay in the line, so that it stays equal. */
export const ownedOf = ({ shelf, laundry, trucks, customers, writtenOff }: LentFigures): Quantity =>
  sumQuantities([shelf, laundry, trucks, customers, writtenOff])

/** Returns what the company must own: what entered the stock and was recorded by hand, less what was sold to customers who lost it. */
export const expectedOf = ({ entered, byHand, sold }: LentFigures): Quantity =>
  subtractQuantity(addQuantity(entered, byHand), sold)

/** Returns by how much the pieces differ from what the company must own. It must be 0. */
export const differenceOf = (figures: LentFigures): Quantity => subtractQuantity(ownedOf(figures), expectedOf(figures))

/** Returns the figures of several products together. */
export function sumFigures(products: readonly LentFigures[]): LentFigures {
  const sum = (key: keyof LentFigures): Quantity => sumQuantities(products.map((one) => one[key]))
  return {
    shelf: sum('shelf'),
    laundry: sum('laundry'),
    trucks: sum('trucks'),
    customers: sum('customers'),
    writtenOff: sum('writtenOff'),
    entered: sum('entered'),
    byHand: sum('byHand'),
    sold: sum('sold'),
  }
}
