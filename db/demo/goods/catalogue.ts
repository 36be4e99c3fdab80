/** The 150 products of the demo company: those that it buys, prepares, sells and lends. */
import type { Unit } from '#features/products/domain/product.ts'
import { costOfMaterials } from '#features/products/domain/units.ts'
import { priceWithPercent, quantity, rate, type UnitPrice, unitPrice } from '#kernel/money.ts'
import { barcode } from '../numbers.ts'
import { codeOfGoods } from './codes.ts'

export type DemoStep = {
  readonly section: string
  readonly materials: readonly { key: string; quantity: number; unit: Unit }[]
}

export type DemoProduct = {
  /** The short name that recipes use; also the stock-keeping unit. */
  readonly key: string
  readonly serial: number
  readonly name: string
  readonly description: string
  readonly usage: 'MATERIAL' | 'PURCHASED-MATERIAL' | 'COMPLETE-PRODUCT'
  readonly category: string
  readonly unit: 'KG' | 'Meter' | 'Litter' | 'Item'
  readonly vat: number
  readonly cost: UnitPrice
  readonly margin: number
  readonly salesPrice: UnitPrice
  readonly b2bPrice: UnitPrice
  readonly lendable: boolean
  readonly overridable: boolean
  readonly barcode: string
  /** The code of goods (CN). */
  readonly cnCode: string
  /** The quantity that is made or bought at once, in whole units. */
  readonly batch: number
  readonly steps: readonly DemoStep[]
}

/** The materials of each step. Without a unit, a quantity is in the unit of the material. */
type Recipe = readonly (readonly [
  section: string,
  ...materials: (readonly [key: string, perUnit: number, unit?: Unit])[],
])[]

const e4 = (decimal: number): number => Math.round(decimal * 10_000)

/** Rounds a price to five cents, as price lists do; at least five cents. */
const toFiveCents = (price: UnitPrice): UnitPrice => unitPrice(Math.max(500, Math.round(price / 500) * 500))

/** Collects products. A recipe may only name products that are already in the list. */
export class Catalogue {
  readonly products: DemoProduct[] = []
  readonly #byKey = new Map<string, DemoProduct>()

  /** Adds a product that is bought; its cost is the price of the supplier. */
  buy(
    key: string,
    name: string,
    category: string,
    unit: DemoProduct['unit'],
    cost: number,
    batch: number,
    more: { lendable?: boolean; overridable?: boolean; description?: string } = {},
  ): void {
    const price = unitPrice(e4(cost))
    this.#add({
      key,
      name,
      category,
      unit,
      batch,
      cost: price,
      margin: 0,
      usage: 'PURCHASED-MATERIAL',
      vat: 2400,
      description: more.description ?? '',
      lendable: more.lendable ?? false,
      overridable: more.overridable ?? false,
      salesPrice: more.lendable ? toFiveCents(priceWithPercent(price, rate(4000))) : price,
      steps: [],
    })
  }

  /** Adds a material that is prepared for other products. */
  prepare(key: string, name: string, category: string, unit: DemoProduct['unit'], batch: number, recipe: Recipe): void {
    const cost = this.#costOf(recipe, 500)
    this.#add({
      key,
      name,
      category,
      unit,
      batch,
      cost,
      margin: 500,
      usage: 'MATERIAL',
      vat: 2400,
      description: '',
      lendable: false,
      overridable: false,
      salesPrice: cost,
      steps: this.#stepsOf(recipe),
    })
  }

  /** Adds a product that is sold. */
  sell(
    key: string,
    name: string,
    category: string,
    batch: number,
    recipe: Recipe,
    more: { vat?: number; margin?: number; markup: number; description?: string },
  ): void {
    const margin = more.margin ?? 1500
    const cost = this.#costOf(recipe, margin)
    this.#add({
      key,
      name,
      category,
      unit: 'Item',
      batch,
      cost,
      margin,
      usage: 'COMPLETE-PRODUCT',
      vat: more.vat ?? 2400,
      description: more.description ?? '',
      lendable: false,
      overridable: false,
      salesPrice: toFiveCents(priceWithPercent(cost, rate(more.markup))),
      steps: this.#stepsOf(recipe),
    })
  }

  /** Returns the cost of the materials of one unit, plus the margin. */
  #costOf(recipe: Recipe, margin: number): UnitPrice {
    const lines = this.#stepsOf(recipe).flatMap(({ materials }) => materials)
    return costOfMaterials(
      lines.map((line) => {
        const { cost, unit: materialUnit } = this.#get(line.key)
        return { quantity: quantity(line.quantity), unit: line.unit, materialUnit, cost }
      }),
      rate(margin),
    )
  }

  #stepsOf(recipe: Recipe): DemoStep[] {
    return recipe.map(([section, ...materials]) => ({
      section,
      materials: materials.map(([key, perUnit, unit = this.#get(key).unit]) => ({ key, quantity: e4(perUnit), unit })),
    }))
  }

  #get(key: string): DemoProduct {
    const product = this.#byKey.get(key)
    if (!product) throw new Error(`A recipe names the unknown product ${key}`)
    return product
  }

  #add(product: Omit<DemoProduct, 'serial' | 'barcode' | 'cnCode' | 'b2bPrice'>): void {
    const serial = this.products.length + 1
    const forSale = product.usage === 'COMPLETE-PRODUCT' || product.lendable
    const whole: DemoProduct = {
      ...product,
      serial,
      barcode: forSale ? barcode(serial) : '',
      cnCode: codeOfGoods(product),
      b2bPrice: forSale ? toFiveCents(priceWithPercent(product.salesPrice, rate(-1500))) : product.salesPrice,
    }
    if (this.#byKey.has(product.key)) throw new Error(`${product.key} occurs twice`)
    this.#byKey.set(product.key, whole)
    this.products.push(whole)
  }
}

const AISLES = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ'

/** The number of products on one shelf. */
const ON_A_SHELF = 4

/**
 * Returns the shelf of each product that is counted in pieces, by its key: an aisle for each category, numbered along the
 * walk of a packer. Goods in kilograms, metres and litres have none.
 */
export function shelvesOf(products: readonly DemoProduct[]): Map<string, string> {
  const placed = new Map<string, number>()
  const shelves = new Map<string, string>()
  for (const { key, category, unit } of products) {
    if (unit !== 'Item') continue
    const before = placed.get(category) ?? 0
    placed.set(category, before + 1)
    const aisle = AISLES[[...placed.keys()].indexOf(category) % AISLES.length] as string
    shelves.set(key, `${aisle}${Math.floor(before / ON_A_SHELF) + 1}`)
  }
  return shelves
}
