/** Declares how large the generated company is, over how many days its orders extend, and how its products are divided. */

export type LoadSize = {
  readonly customers: number
  readonly products: number
  readonly orders: number
  readonly linesPerOrder: number
  /** Orders that are not over; 15 of a hundred unless given. */
  readonly open?: number
}

/** The size for which the goals of the product are set. */
export const FULL_SIZE: LoadSize = { customers: 20_000, products: 5_000, orders: 100_000, linesPerOrder: 5 }

/** The number of days before the day of the run on which its orders were created. */
export const DAYS = 3 * 365

/** Returns the number of bought products; products with a higher number are made. */
export const boughtOf = (products: number): number => Math.floor((products * 2) / 5)
/** Returns the number of products in stock; products with a higher number are out of stock. */
export const stockedOf = (products: number): number => products - Math.ceil(products / 100)
