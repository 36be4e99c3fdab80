/** The data API of products and materials. A feature above passes the function that writes stock. */
import { z } from 'zod'
import { PLACES, type Quantity, quantity, toNumber, zQuantity } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { dataRights, type Right } from '#kernel/rights.ts'
import { demand, type Work } from '#server/command.ts'
import { boolean, computed, decimal, integer, json, moment, type RecordOf, text } from '#server/data-api/fields.ts'
import { type DataTable, dataTable, importOf } from '#server/data-api/table.ts'
import { zWireDecimal, zWireId, zWireInteger } from '#server/data-api/values.ts'
import { sql } from '#server/db/database.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { type ProductPatch, zPhoto, zProductPatch } from '../domain/contract.ts'
import { DEFAULT_SECTION, MATERIAL_PAYLOAD, type Step, typeOfNew, UNITS, USAGE_TYPES } from '../domain/product.ts'
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

const fields = {
  id: integer('p.id'),
  name: text('p.name', { required: true }),
  sku: text('p.sku', { plainOrder: true }),
  provsku: text('p.provsku', { plainOrder: true }),
  description: text('p.description'),
  usageType: text('p.usage_type', {
    values: USAGE_TYPES,
    plainOrder: true,
    note: `A new record without it is a PURCHASED-MATERIAL if it has all of ${MATERIAL_PAYLOAD.join(', ')} and no other field but costprice; else a COMPLETE-PRODUCT.`,
  }),
  category: text('p.category'),
  cn_code: text('p.cn_code', {
    plainOrder: true,
    note: 'The code of goods: 8 digits of the combined nomenclature (CN) or 10 of TARIC, or null. Delivery notes name it.',
  }),
  storePart: text('p.store_part', { plainOrder: true, note: 'The part of the store where it lies.' }),
  storeFloor: text('p.store_floor', { plainOrder: true }),
  shelf: text('p.shelf', {
    plainOrder: true,
    note: 'Where it lies in the store. Picking lists are sorted by storePart, storeFloor and shelf.',
  }),
  reorderPoint: decimal('p.reorder_point_e4', 4, {
    note: 'It is running out when less than this is free and on its way. Null for none.',
  }),
  vat: decimal('p.vat_bp', 2, { note: 'Percent.' }),
  vatClass: text('p.vat_class'),
  b2bsalesprice: decimal('p.b2b_sales_price_e4', 4, { rounded: true }),
  salesprice: decimal('p.sales_price_e4', 4, { rounded: true }),
  costprice: decimal('p.cost_price_e4', 4, {
    rounded: true,
    readRight: productsRights.cost,
    note: 'Follows from the materials where there are any, except for PURCHASED-MATERIAL.',
  }),
  costmargin: decimal('p.cost_margin_bp', 2, { readRight: productsRights.cost, note: 'Percent.' }),
  stock: decimal('p.stock_e4', 4, { note: 'Writing it books the difference in the stock ledger.' }),
  unit: text('p.unit', { values: UNITS, plainOrder: true }),
  requirements,
  productPhotos: json('p.photos', { shape: z.array(zPhoto).max(50) }),
  overidable: boolean('p.overridable'),
  canlended: boolean('p.lendable'),
  service: boolean('p.service', { note: 'Sold like a product and without stock, such as transport.' }),
  customer_id: integer('p.customer_id'),
  epsilonCode: text('p.epsilon_code', { plainOrder: true }),
  barcode: text('p.barcode', { plainOrder: true }),
  created: computed(moment('p.created_at')),
  updated: computed(moment('p.updated_at')),
}

/** Converts a record to the input of the commands. Null clears a text or a list. */
function patchOf(record: RecordOf<typeof fields>): ProductPatch {
  const orEmpty = <T>(value: T | null | undefined, none: T): T | undefined => (value === null ? none : value)
  return parseInput(zProductPatch, {
    name: orEmpty(record.name, ''),
    sku: orEmpty(record.sku, ''),
    provsku: orEmpty(record.provsku, ''),
    epsilonCode: orEmpty(record.epsilonCode, ''),
    barcode: orEmpty(record.barcode, ''),
    description: orEmpty(record.description, ''),
    usageType: record.usageType ?? undefined,
    category: orEmpty(record.category, ''),
    cnCode: record.cn_code,
    storePart: orEmpty(record.storePart, ''),
    storeFloor: orEmpty(record.storeFloor, ''),
    shelf: orEmpty(record.shelf, ''),
    reorderPoint: record.reorderPoint,
    vat: record.vat ?? undefined,
    vatClass: orEmpty(record.vatClass, ''),
    b2bSalesPrice: orEmpty(record.b2bsalesprice, 0),
    salesPrice: orEmpty(record.salesprice, 0),
    costPrice: record.costprice,
    costMargin: orEmpty(record.costmargin, 0),
    unit: record.unit ?? undefined,
    photos: orEmpty(record.productPhotos, []),
    overridable: orEmpty(record.overidable, false),
    lendable: orEmpty(record.canlended, false),
    service: orEmpty(record.service, false),
    customerId: record.customer_id,
    steps: orEmpty(record.requirements, []),
  })
}

/** Returns the table of products. The stock feature provides `setStock`, which writes to its ledger. */
export function productsTable({ right: stockRight, setStock }: StockWriting): DataTable {
  /** Stores a new product by `insert`, with the stock that its record names. */
  const withStock = async (
    work: Work,
    sent: Omit<RecordOf<typeof fields>, 'id'>,
    insert: (product: ProductPatch & { name: string }) => Promise<number>,
  ): Promise<number> => {
    const { stock, ...record } = sent
    const patch = patchOf({ ...record, usageType: record.usageType ?? typeOfNew(Object.keys(sent)) })
    const id = await insert({ ...patch, name: patch.name ?? '' })
    if (stock) {
      demand(work.actor, stockRight)
      await setStock(work, id, stockWithinLimit(stock), 'opening')
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
    names: {
      b2bSalesPrice: 'b2bsalesprice',
      salesPrice: 'salesprice',
      costPrice: 'costprice',
      costMargin: 'costmargin',
      photos: 'productPhotos',
      overridable: 'overidable',
      lendable: 'canlended',
      customerId: 'customer_id',
      cnCode: 'cn_code',
      steps: 'requirements',
      section: 'typid',
      materialId: 'id',
    },
    create: (work, sent) => withStock(work, sent, (product) => insertProduct(work, product)),
    imports: importOf({
      right: dataRights.import,
      fields,
      numbering: 'products',
      create: (work, { id, ...sent }) =>
        withStock(work, sent, (product) => insertImportedProduct(work, product, { id: id ?? undefined })),
    }),
    update: async (work, id, { stock, ...record }) => {
      if (Object.keys(record).length > 0) {
        demand(work.actor, productsRights.write)
        await rewriteProduct(work, id, patchOf(record))
      }
      if (stock === null) refuse('invalid', 'input', { fields: { stock: 'null' }, first: 'stock' })
      if (stock !== undefined) {
        demand(work.actor, stockRight)
        await setStock(work, id, stockWithinLimit(stock), 'api')
      }
    },
    remove: removeProduct,
  })
}
