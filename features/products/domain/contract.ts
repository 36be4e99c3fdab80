/** Declares the names, inputs and outputs of products and materials. */
import { z } from 'zod'
import {
  countOutput,
  defineCommand,
  defineHistory,
  defineQuery,
  listInput,
  listOutput,
  sumsOutput,
  zAsWritten,
  zId,
  zName,
  zText,
  zVersion,
} from '#kernel/contract.ts'
import { quantity, zPositiveQuantity, zQuantity, zQuantityBetween, zRate, zUnitPrice } from '#kernel/money.ts'
import { shapeOf } from '#kernel/records/fields.ts'
import { filtersOf, sortsOf } from '#kernel/records/list.ts'
import { historyRights } from '#kernel/rights.ts'
import { CODE_PROBLEMS } from './codes/cn-code.ts'
import { LISTED_FIELDS, plainFields, PRODUCT_FIELDS } from './fields.ts'
import { goodsFigures, zMarks } from './marks.ts'
import { DEFAULT_SECTION, MOST_MINUTES, UNITS, USAGE_TYPES } from './product.ts'
import { productsRights } from './rights.ts'

export const PRODUCTS_PAGE = 150
/** The highest number of lines in an order, and so of products that a form asks for at once. */
export const MOST_LINES = 1_000
export const PRODUCT_SORTS = [...sortsOf(LISTED_FIELDS), 'stock', 'timesLeft'] as const

const MOST_STEPS = 50
const MOST_MATERIALS = 200

/** A line of a recipe. Without a unit the quantity is in the unit of the material (C-74). */
const zWrittenMaterial = z.strictObject({
  materialId: zId,
  quantity: zPositiveQuantity,
  unit: z.enum(UNITS).optional(),
})

const zStep = z.strictObject({
  seq: z.int().min(0).max(1000),
  section: zText(60).default(DEFAULT_SECTION),
  /** The minutes of work for one unit (C-82), null for none. Left out, the minutes of the stored step of this number and section stay. */
  minutes: zQuantityBetween(quantity(1), MOST_MINUTES).nullable().optional(),
  materials: z.array(zWrittenMaterial).max(MOST_MATERIALS),
})

/** The fields of a product in forms and the data API, with the steps of its recipe. */
export const productFields = { ...plainFields, steps: z.array(zStep).max(MOST_STEPS) }

export const zProductPatch = z.strictObject(productFields).partial()
export type ProductPatch = z.output<typeof zProductPatch>

const zNamed = z.object({ id: z.int(), name: z.string() })
const written = z.object({
  id: z.int(),
  version: z.int(),
  /** Other products with the same SKU. They are a warning and not an error. */
  sameSku: z.array(zNamed),
})

export const createProduct = defineCommand('products.create-product', {
  right: productsRights.write,
  input: zProductPatch.required({ name: true }).extend({ asWritten: zAsWritten }),
  output: written,
})

/** Changes the given fields of a product, unless another person has changed it in the meantime. */
export const changeProduct = defineCommand('products.change-product', {
  right: productsRights.write,
  input: z.strictObject({ id: zId, version: zVersion, changes: zProductPatch, asWritten: zAsWritten }),
  output: written,
})

/** Creates a copy of a product, with its prices and its recipe. */
export const cloneProduct = defineCommand('products.clone-product', {
  right: productsRights.write,
  input: z.strictObject({ id: zId }),
  output: written,
})

export const productListInput = listInput(
  {
    id: zText(20),
    ...filtersOf(LISTED_FIELDS),
    /** The section of a step, by its name or another spelling of it. */
    section: zName(100),
    marks: zMarks,
  },
  PRODUCT_SORTS,
)

/** Costs are null for people without the right to see them (C-49). */
export const zProductRow = z.object({
  id: z.int(),
  ...shapeOf(LISTED_FIELDS, 'stored'),
  stock: zQuantity,
  /** What is wrong with the code today; null for a valid one, and for services. */
  codeProblem: z.enum(CODE_PROBLEMS).nullable(),
  /** How many orders it left the house with. */
  timesLeft: z.int(),
  /** The key of the main photo, or null. */
  photo: z.string().nullable(),
  ...goodsFigures,
})

export const listProducts = defineQuery('products.list', {
  right: productsRights.read,
  input: productListInput,
  output: listOutput(zProductRow),
})

export const countProducts = defineQuery('products.count', {
  right: productsRights.read,
  input: productListInput,
  output: countOutput,
})

/** Sums the figures of all products of a list. */
export const sumProducts = defineQuery('products.sums', {
  right: productsRights.read,
  input: productListInput,
  output: sumsOutput,
})

const zStepMaterial = z.object({
  materialId: z.int(),
  name: z.string(),
  sku: z.string(),
  quantity: zQuantity,
  /** The unit of the quantity, as it was typed. */
  unit: z.enum(UNITS),
  /** The unit of the material, for which its cost and its stock are. */
  materialUnit: z.enum(UNITS),
  cost: zUnitPrice.nullable(),
  stock: zQuantity,
  lendable: z.boolean(),
})

const zProduct = z.object({
  id: z.int(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  ...shapeOf(PRODUCT_FIELDS, 'stored'),
  /** Null for people without the right to see costs, as the cost is (C-49). */
  costMargin: zRate.nullable(),
  /** True if the cost is computed from the materials and not entered by hand. */
  costComputed: z.boolean(),
  stock: zQuantity,
  promised: zQuantity,
  free: zQuantity,
  /** On its way into the stock. */
  incoming: zQuantity,
  /** True if less is free and on its way than the reorder point says. */
  low: z.boolean(),
  customerName: z.string().nullable(),
  /** Other products with the same SKU or barcode. */
  sameSku: z.array(zNamed),
  sameBarcode: z.array(zNamed),
  steps: z.array(
    z.object({
      seq: z.int(),
      section: z.string(),
      minutes: zPositiveQuantity.nullable(),
      materials: z.array(zStepMaterial),
    }),
  ),
  /** The products made with this one. */
  usedIn: z.array(
    z.object({ id: z.int(), name: z.string(), sku: z.string(), quantity: zQuantity, unit: z.enum(UNITS) }),
  ),
})
export type Product = z.output<typeof zProduct>

export const productDetail = defineQuery('products.detail', {
  right: productsRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({ product: zProduct }),
  about: ({ id }) => ({ products: id }),
})

/** The data of a product that a form needs for an order line. */
const zProductForLine = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  category: z.string(),
  unit: z.enum(UNITS),
  vat: zRate,
  usageType: z.enum(USAGE_TYPES),
  salesPrice: zUnitPrice,
  b2bSalesPrice: zUnitPrice,
  /** The cost, or null for people who may not see costs. */
  costPrice: zUnitPrice.nullable(),
  stock: zQuantity,
  service: z.boolean(),
  /** The key of the main photo, or null. */
  photo: z.string().nullable(),
  /** Lendable items that go with the product and are expected back. */
  lendables: z.array(
    z.object({
      materialId: z.int(),
      name: z.string(),
      sku: z.string(),
      unit: z.enum(UNITS),
      /** The quantity that goes with one unit of the product, in the unit of the recipe. */
      perUnit: zQuantity,
      recipeUnit: z.enum(UNITS),
      cost: zUnitPrice.nullable(),
    }),
  ),
})
export type ProductForLine = z.output<typeof zProductForLine>

/** Returns the first products that match a typed text, for the product drawer of a form. */
export const searchProducts = defineQuery('products.search', {
  right: productsRights.read,
  input: z.strictObject({
    search: zName(200).default(''),
    usageType: z.array(z.enum(USAGE_TYPES)).min(1).max(USAGE_TYPES.length).optional(),
    lendable: z.boolean().optional(),
    /** True to find only products with exactly this name or code. */
    exact: z.boolean().optional(),
  }),
  output: z.object({ rows: z.array(zProductForLine) }),
})

/** Returns the present data of the products in a form. Products that no longer exist are left out. */
export const productsForLines = defineQuery('products.for-lines', {
  right: productsRights.read,
  input: z.strictObject({ ids: z.array(zId).max(MOST_LINES) }),
  output: z.object({ rows: z.array(zProductForLine) }),
})

/** Returns the history of a product. It contains costs, so it needs the right to see them. */
export const productHistory = defineHistory('products.history', historyRights.read, 'products')
