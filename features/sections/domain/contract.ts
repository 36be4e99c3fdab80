/** Declares the names, inputs and outputs of the workshop sections. */
import { z } from 'zod'
import { defineQuery, zText } from '#kernel/contract.ts'
import { sectionsRights } from './rights.ts'

const zSection = z.object({ name: z.string(), floor: z.string(), products: z.int() })

/** Returns the sections, each with the number of products it should make for open orders. */
export const listSections = defineQuery('sections.list', {
  right: sectionsRights.read,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(zSection) }),
})

/** The highest number of orders that a product is shown with. */
export const MOST_USES = 20

/** What one order wants of a product. */
const zUse = z.object({
  orderId: z.int(),
  customer: z.string(),
  quantity: z.int(),
  delivery: z.string().nullable(),
})
export type SectionUse = z.output<typeof zUse>

const zNeed = z.object({
  productId: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.string(),
  stock: z.int(),
  promised: z.int(),
  /** The quantity that open orders need beyond the stock. */
  missing: z.int(),
  /** The number of orders that want the product. */
  orders: z.int(),
  /** The first of these orders, the earliest delivery first. */
  uses: z.array(zUse),
  firstDelivery: z.string().nullable(),
})
export type SectionNeed = z.output<typeof zNeed>

/**
 * Returns what a section should make: products that open orders need beyond the stock and that pass through the
 * section.
 */
export const sectionNeeds = defineQuery('sections.needs', {
  right: sectionsRights.read,
  input: z.strictObject({ section: zText(100) }),
  output: z.object({ section: z.string(), rows: z.array(zNeed) }),
})
