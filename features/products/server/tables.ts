/** The data API of products and materials. A feature above passes the function that writes stock. */
import { z } from 'zod'
import { PLACES, type Quantity, quantity, toNumber, zQuantity } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { dataRights, type Right } from '#kernel/rights.ts'
import { demand, type Work } from '#server/command.ts'
import { computed, decimal, type Field, integer, json, moment } from '#server/data-api/fields.ts'
import { type DataTable, dataTable, importOf } from '#server/data-api/table.ts'
import { zWireDecimal, zWireId, zWireInteger } from '#server/data-api/values.ts'
import { sql } from '#server/db/database.ts'
import { declaredWireFields, patchFromWire, wireNames } from '#server/records/wire.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { type ProductPatch, zProductPatch } from '../domain/contract.ts'
import { PRODUCT_FIELDS } from '../domain/fields.ts'
import { DEFAULT_SECTION, type Step, typeOfNew, UNITS } from '../domain/product.ts'
import { productsRights } from '../domain/rights.ts'
import { insertImportedProduct, insertProduct, removeProduct, rewriteProduct } from './write/write-product.ts'

export const owns = ['goods_codes', 'products', 'promised_lines', 'requirement_steps', 'requirement_materials'] as const
export const slots = ['incoming_goods', 'stored_photos'] as const
export const reads = ['customers', 'notes', 'sections', 'settings'] as const

/** Sets the stock of a product by writing a movement of the difference. */
export type StockWriting = {
  readonly right: Right
  readonly setStock: (work: Work, productId: number, stock: Quantity, reason: 'opening' | 'api') => Promise<void>
}

/** A quantity as programs send it: a number, or a text with a point or a comma. More than four decimals are refused and not rounded. */
const zDecimalQuantity = zWireDecimal(PLACES.quantity)
  .refine((scaled) => scaled > 0, { message: 'quantity' })
  .transform(quantity)

/** Returns a stock that a program writes. Refuses one that is beyond the limit of quantities, as for people. */
const stockWithinLimit = (stock: number): Quantity => parseInput(z.object({ stock: zQuantity }), { stock }).stock

const zRequirements = z
  .array(
    z.object({
      seq: zWireInteger(0, 1000),
      typid: z.string().max(60).default(DEFAULT_SECTION),
      minutes: zDecimalQuantity.nullable().optional(),
      materials: z
        .array(z.object({ id: zWireId, quantity: zDecimalQuantity, unit: z.enum(UNITS).optional() }))
        .max(200)
        .default([]),
    }),
  )
  .max(50)
  .transform((steps): Step[] =>
    steps.map(({ seq, typid, minutes, materials }) => ({
      seq,
      section: typid,
      minutes,
      materials: materials.map(({ id, ...taken }) => ({ materialId: id, ...taken })),
    })),
  )

type StoredRequirement = {
  seq: number
  typid: string
  minutes: Quantity | null
  materials: { id: number; name: string; quantity: number; unit: string; costprice: number; canlended: boolean }[]
}

/** The recipe of a product, as programs read and write it. */
export const requirements = json(
  sql`(select coalesce(json_agg(json_build_object('seq', s.seq, 'typid', s.section, 'minutes', s.minutes_e4, 'materials', coalesce((
      select json_agg(json_build_object('id', m.id, 'name', m.name, 'quantity', r.quantity_e4,
        'unit', r.unit, 'costprice', m.cost_price_e4, 'canlended', m.lendable) order by r.line_no)
      from requirement_materials r join products m on m.id = r.material_id
      where r.product_id = s.product_id and r.seq = s.seq), '[]'::json)) order by s.seq), '[]'::json)
    from requirement_steps s where s.product_id = p.id)`,
  {
    shape: zRequirements,
    // The requirements contain the costs of the materials.
    readRight: productsRights.cost,
    note: 'Steps: seq, typid (the section), minutes (for one unit, only where they are known), materials (id, name, quantity, unit, costprice, canlended). Written are seq, typid, minutes, id, quantity and unit. Without minutes those of the stored step of this number and section stay, and null removes them. Without a unit the quantity is in the unit of the material.',
    show: (stored) =>
      (stored as StoredRequirement[]).map(({ minutes, ...step }) => ({
        ...step,
        ...(minutes === null ? {} : { minutes: toNumber(minutes, PLACES.quantity) }),
        materials: step.materials.map((material) => ({
          ...material,
          quantity: toNumber(material.quantity, PLACES.quantity),
          costprice: toNumber(material.costprice, PLACES.unitPrice),
        })),
      })),
  },
)

/** The fields that are no column of a product, by the declared field before which the data API has them. */
const BEFORE: Readonly<Record<string, Readonly<Record<string, Field<unknown, true>>>>> = {
  unit: { stock: decimal('p.stock_e4', 4, { note: 'Writing it books the difference in the stock ledger.' }) },
  productPhotos: { requirements },
}

const fields = {
  id: integer('p.id'),
  ...Object.fromEntries(
    Object.entries(declaredWireFields(PRODUCT_FIELDS, 'p')).flatMap(([name, field]) => [
      ...Object.entries(BEFORE[name] ?? {}),
      [name, field],
    ]),
  ),
  created: computed(moment('p.created_at')),
  updated: computed(moment('p.updated_at')),
}

type Sent = Readonly<Record<string, unknown>>

/** Converts a record to the input of the commands. Null clears a text or a list. */
const patchOf = (record: Sent): ProductPatch => {
  const { requirements: steps } = record
  return parseInput(zProductPatch, { ...patchFromWire(PRODUCT_FIELDS, record), steps: steps === null ? [] : steps })
}

/** Returns the table of products. The stock feature provides `setStock`, which writes to its ledger. */
export function productsTable({ right: stockRight, setStock }: StockWriting): DataTable {
  /** Stores a new product by `insert`, with the stock that its record names. */
  const withStock = async (
    work: Work,
    sent: Sent,
    insert: (product: ProductPatch & { name: string }) => Promise<number>,
  ): Promise<number> => {
    const { stock, ...record } = sent
    const patch = patchOf({ ...record, usageType: record.usageType ?? typeOfNew(Object.keys(sent)) })
    const id = await insert({ ...patch, name: patch.name ?? '' })
    if (stock) {
      demand(work.actor, stockRight)
      await setStock(work, id, stockWithinLimit(Number(stock)), 'opening')
    }
    return id
  }
  return dataTable({
    name: 'products',
    note: 'Products and materials, distinguished by usageType.',
    from: sql`products p`,
    id: 'id',
    fields,
    read: productsRights.read,
    write: { create: productsRights.write, update: [productsRights.write, stockRight], delete: productsRights.write },
    names: { ...wireNames(PRODUCT_FIELDS), steps: 'requirements', section: 'typid', materialId: 'id' },
    create: (work, sent) => withStock(work, sent, (product) => insertProduct(work, product)),
    imports: importOf({
      right: dataRights.import,
      fields,
      numbering: 'products',
      create: (work, { id, ...sent }) =>
        withStock(work, sent, (product) => insertImportedProduct(work, product, { id: id ?? undefined })),
    }),
    update: async (work, id, sent) => {
      const { stock, ...record } = sent as Sent
      if (Object.keys(record).length > 0) {
        demand(work.actor, productsRights.write)
        await rewriteProduct(work, id, patchOf(record))
      }
      if (stock === null) refuse('invalid', 'input', { fields: { stock: 'null' }, first: 'stock' })
      if (stock !== undefined) {
        demand(work.actor, stockRight)
        await setStock(work, id, stockWithinLimit(Number(stock)), 'api')
      }
    },
    remove: removeProduct,
  })
}
