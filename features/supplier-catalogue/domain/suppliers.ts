/** Decides from which provider a product is bought, and in which quantity. */
import { largerQuantity, type Quantity, roundUpToMultiple, type UnitPrice, ZERO_QUANTITY } from '#kernel/money.ts'

/** What the catalogue of a provider says about a product. */
export type Offer = {
  readonly providerId: number
  /** The last known price of one unit; null if it is unknown. */
  readonly price: UnitPrice | null
  readonly preferred: boolean
  /** The smallest quantity that the provider sells; 0 for any. */
  readonly minimum: Quantity
  /** The quantity in one pack; 0 if the provider sells single units. */
  readonly pack: Quantity
  /** The day of the last invoice with this product; null if there is none. */
  readonly lastBoughtOn: string | null
}

/** Returns the quantity to order so that at least `missing` comes: no less than the minimum, in whole packs. Nothing is ordered for 0. */
export const orderQuantity = (missing: Quantity, { minimum, pack }: Pick<Offer, 'minimum' | 'pack'>): Quantity =>
  missing <= 0 ? ZERO_QUANTITY : roundUpToMultiple(largerQuantity(missing, minimum), pack)

/** Compares two offers: the preferred one first, then the cheaper one, then the one that was bought last. */
function compareOffers(a: Offer, b: Offer): number {
  if (a.preferred !== b.preferred) return a.preferred ? -1 : 1
  if (a.price !== b.price) return b.price === null || (a.price !== null && a.price < b.price) ? -1 : 1
  if (a.lastBoughtOn !== b.lastBoughtOn) return (a.lastBoughtOn ?? '') > (b.lastBoughtOn ?? '') ? -1 : 1
  return a.providerId - b.providerId
}

/** Returns the offer by which a product is bought; null if no catalogue has it. The order of the offers does not matter. */
export const chooseOffer = <One extends Offer>(offers: readonly One[]): One | null =>
  offers.toSorted(compareOffers)[0] ?? null
