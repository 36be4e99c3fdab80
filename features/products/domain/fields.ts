/**
 * Declares the fields of products and materials, each once, in the order of the data API. Contracts, the columns that are written and read, the
 * table of the data API, form, draft and page, the list, copies, imports and tests read them from here. ARCHITECTURE.md says what
 * else a new field needs.
 */
import { z } from 'zod'
import { zText } from '#kernel/contract.ts'
import { zQuantityFromZero, zRateBetween, zUnitPrice } from '#kernel/money.ts'
import { field, type Field, inList, orNone, sentAs, shapeOf } from '#kernel/records/fields.ts'
import { zCnCode } from './codes/cn-code.ts'
import { LONGEST } from './product-copy.ts'
import { MATERIAL_PAYLOAD, UNITS, USAGE_TYPES } from './product.ts'
import { productsRights } from './rights.ts'

/** A photo: its key in the store, or the text that an external program stored. */
export const zPhoto = z.union([
  zText(500),
  z.record(z.string().regex(/^[\p{L}\p{N} _.-]{1,60}$/u), z.union([zText(500), z.number(), z.null()])),
])

const COST = { readRight: productsRights.cost } as const

/**
 * Fields without `panel` have inputs of their own. The stock is not among them, because only movements change it; nor are the steps of the
 * recipe, which are rows of other tables.
 */
export const PRODUCT_FIELDS = {
  name: sentAs(
    field.name(LONGEST.name, { required: true, list: true, sort: true, filter: true, search: true }),
    field.name(LONGEST.name).sent.pipe(z.string().min(1)),
  ),
  sku: field.code(LONGEST.sku, {
    panel: 'details',
    plainOrder: true,
    list: true,
    sort: true,
    filter: true,
    search: true,
  }),
  provsku: field.code(100, { panel: 'details', plainOrder: true, copy: false }),
  description: field.text(4000),
  usageType: field.choice(USAGE_TYPES, {
    words: 'products:usage',
    plainOrder: true,
    keepsOnNull: true,
    list: true,
    sort: true,
    filter: 'many',
    note: `A new record without it is a PURCHASED-MATERIAL if it has all of ${MATERIAL_PAYLOAD.join(', ')} and no other field but costprice; else a COMPLETE-PRODUCT.`,
  }),
  category: field.name(100, { list: true, sort: true, filter: true, search: true }),
  /** The code of goods (CN or TARIC); null for none. */
  cnCode: sentAs(
    orNone(
      field.code(100, {
        wire: 'cn_code',
        plainOrder: true,
        list: true,
        sort: true,
        filter: true,
        note: 'The code of goods: 8 digits of the combined nomenclature (CN) or 10 of TARIC, or null. Delivery notes name it.',
      }),
    ),
    zCnCode.nullable(),
  ),
  /** Where it lies: the part of the store, the floor and the shelf. Picking lists are sorted by them. */
  storePart: field.name(60, { plainOrder: true, copy: false, note: 'The part of the store where it lies.' }),
  storeFloor: field.name(60, { plainOrder: true, copy: false }),
  shelf: field.code(60, {
    plainOrder: true,
    copy: false,
    note: 'Where it lies in the store. Picking lists are sorted by storePart, storeFloor and shelf.',
  }),
  /** It is running out when less is free and on its way. In its own unit; null for none. */
  reorderPoint: sentAs(
    orNone(
      field.quantity({
        copy: false,
        note: 'It is running out when less than this is free and on its way. Null for none.',
      }),
    ),
    zQuantityFromZero.nullable(),
  ),
  vat: field.percent({ keepsOnNull: true, note: 'Percent.' }),
  vatClass: field.name(60, { list: true, sort: true, filter: true }),
  b2bSalesPrice: field.price({ wire: 'b2bsalesprice' }),
  salesPrice: field.price({ wire: 'salesprice', list: true, sort: true }),
  /** Entered by hand only if the cost is not computed from the materials. */
  costPrice: sentAs(
    orNone(
      field.price({
        ...COST,
        wire: 'costprice',
        list: true,
        sort: true,
        note: 'Follows from the materials where there are any, except for PURCHASED-MATERIAL.',
      }),
    ),
    zUnitPrice.nullable(),
  ),
  costMargin: sentAs(field.percent({ ...COST, wire: 'costmargin', note: 'Percent.' }), zRateBetween(0, 1000_00)),
  unit: field.choice(UNITS, {
    words: 'products:unit',
    plainOrder: true,
    keepsOnNull: true,
    list: true,
    sort: true,
    filter: true,
  }),
  photos: field.list(z.array(zPhoto).max(50), { wire: 'productPhotos', form: false, copy: false }),
  overridable: field.flag({ wire: 'overidable' }),
  lendable: field.flag({ wire: 'canlended' }),
  /** True for a service, such as transport: it is sold like a product and has no stock. */
  service: field.flag({ note: 'Sold like a product and without stock, such as transport.' }),
  customerId: field.reference({ wire: 'customer_id' }),
  epsilonCode: field.code(100, { panel: 'details', plainOrder: true, copy: false }),
  barcode: field.code(100, { panel: 'details', plainOrder: true, copy: false }),
}

export type ProductField = keyof typeof PRODUCT_FIELDS
export const PRODUCT_FIELD_NAMES = Object.keys(PRODUCT_FIELDS) as ProductField[]

/** Returns one field with everything that its row may say. */
export const fieldOf = (name: ProductField): Field => PRODUCT_FIELDS[name]

/** The columns of the list that are fields. It has others of the stock. */
export const LISTED_FIELDS = inList(PRODUCT_FIELDS)

/** The schemas of the fields, as forms and programs send them. */
export const plainFields = shapeOf(PRODUCT_FIELDS, 'sent')
