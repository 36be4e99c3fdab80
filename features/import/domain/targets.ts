/** Describes what can be imported: the fields of each kind of record, how their cells are read, and the words of their headings. */
import { UNITS, USAGE_TYPES } from '#features/products/domain/product.ts'
import {
  choices,
  CODE,
  type Field,
  field,
  FLAG,
  ID,
  MARGIN,
  PERCENT,
  PRICE,
  QUANTITY,
  type Reads,
  TEXT,
} from './fields.ts'
import { openingOf, PARTY } from './party-fields.ts'

export const TARGETS = [
  'customers',
  'providers',
  'products',
  'recipes',
  'stock',
  'customer-balances',
  'provider-balances',
] as const
export type Target = (typeof TARGETS)[number]

const UNIT: Reads = {
  as: 'choice',
  choices: choices(UNITS, {
    KG: ['κιλά', 'κιλό', 'κιλ', 'κγ', 'χγρ', 'kgr', 'kgs', 'kilogram'],
    Gram: ['γραμμάρια', 'γρ', 'gr', 'g', 'grams'],
    Meter: ['μέτρα', 'μέτρο', 'μετ', 'm', 'meters', 'metre', 'mtr'],
    CM: ['εκατοστά', 'εκ', 'cm'],
    MM: ['χιλιοστά', 'χιλ', 'mm'],
    Litter: ['λίτρα', 'λίτρο', 'λτ', 'l', 'lt', 'ltr', 'liter', 'litre', 'liters'],
    CubicM: ['κυβικά', 'κ.μ.', 'm3', 'm³', 'cubic meter'],
    Item: [
      'τεμάχια',
      'τεμάχιο',
      'τεμ',
      'τμχ',
      'τμχ.',
      'pcs',
      'pc',
      'piece',
      'pieces',
      'units',
      'unit',
      'unit(s)',
      'each',
      'ea',
    ],
  }),
}

const USAGE: Reads = {
  as: 'choice',
  choices: choices(USAGE_TYPES, {
    MATERIAL: ['υλικό', 'ημιέτοιμο', 'ημικατεργασμένο', 'semi-finished'],
    'PURCHASED-MATERIAL': [
      'πρώτη ύλη',
      'α ύλη',
      'αγοραζόμενο υλικό',
      'αναλώσιμο',
      'raw material',
      'consumable',
      'purchased material',
    ],
    'COMPLETE-PRODUCT': [
      'προϊόν',
      'έτοιμο προϊόν',
      'εμπόρευμα',
      'τελικό προϊόν',
      'finished product',
      'goods',
      'product',
      'storable product',
      'storable',
      'merchandise',
    ],
  }),
}

const SKU = field(
  'sku',
  CODE,
  'κωδικός',
  'κωδικός είδους',
  'κωδ. είδους',
  'κωδ',
  'code',
  'item code',
  'internal reference',
  'default_code',
  'product code',
  'reference',
  'product/internal reference',
  'κωδ. προϊόντος',
)
const BARCODE = field('barcode', CODE, 'γραμμωτός κώδικας', 'barcode 1', 'ean', 'ean13', 'gtin', 'code1')
const PRODUCT_NAME = field(
  'name',
  TEXT,
  'περιγραφή',
  'περιγραφή είδους',
  'ονομασία',
  'όνομα',
  'είδος',
  'product',
  'product name',
  'item',
  'item name',
)

const PRODUCT: readonly Field[] = [
  field('id', ID, 'αριθμός', 'our number'),
  SKU,
  PRODUCT_NAME,
  BARCODE,
  field('description', TEXT, 'σχόλια', 'παρατηρήσεις', 'αναλυτική περιγραφή', 'sales description', 'remarks', 'notes'),
  field(
    'category',
    TEXT,
    'κατηγορία',
    'κατηγορία είδους',
    'ομάδα',
    'product category',
    'group',
    'mtrcategory',
    'mtrgroup',
  ),
  field('usageType', USAGE, 'τύπος', 'τύπος είδους', 'usage type', 'type', 'product type', 'χρήση'),
  field('unit', UNIT, 'μμ', 'μ.μ.', 'μμ1', 'μονάδα', 'μονάδα μέτρησης', 'unit of measure', 'uom', 'mtrunit1', 'units'),
  field(
    'vat',
    PERCENT,
    'φπα',
    'φπα %',
    'συντελεστής φπα',
    'vat %',
    'vat rate',
    'customer taxes',
    'sales taxes',
    'tax',
    'vat_percent',
  ),
  field('vatClass', TEXT, 'κατηγορία φπα', 'vat class', 'vat category'),
  field(
    'salesPrice',
    PRICE,
    'salesprice',
    'λιανική',
    'τιμή',
    'τιμή λιανικής',
    'τιμή πώλησης',
    'sales price',
    'price',
    'list price',
    'retail price',
    'pricer',
    'unit price',
  ),
  field(
    'b2bSalesPrice',
    PRICE,
    'b2bsalesprice',
    'χονδρική',
    'τιμή χονδρικής',
    'wholesale price',
    'pricew',
    'b2b price',
  ),
  field(
    'costPrice',
    PRICE,
    'costprice',
    'κόστος',
    'τιμή κόστους',
    'τιμή αγοράς',
    'cost',
    'cost price',
    'standard price',
    'purchase price',
  ),
  field('costMargin', MARGIN, 'costmargin', 'περιθώριο', 'margin', 'cost margin', 'cost_margin_percent'),
  field('customerId', ID, 'customer_id'),
  field('provsku', CODE, 'κωδικός προμηθευτή', 'supplier code', 'vendor code', 'code2'),
  field('epsilonCode', CODE, 'epsiloncode', 'epsilon code', 'κωδικός epsilon', 'κωδικός λογιστικής'),
  field(
    'reorderPoint',
    QUANTITY,
    'reorderpoint',
    'ελάχιστο απόθεμα',
    'όριο αναπαραγγελίας',
    'όριο ασφαλείας',
    'reorder point',
    'min quantity',
    'minimum stock',
  ),
  field('storePart', TEXT, 'storepart', 'χώρος', 'αποθήκη', 'store', 'warehouse'),
  field('storeFloor', TEXT, 'storefloor', 'όροφος', 'floor'),
  field('shelf', CODE, 'ράφι', 'θέση', 'bin', 'location'),
  field('overridable', FLAG, 'overidable'),
  field('lendable', FLAG, 'canlended', 'δανείζεται', 'επιστρεφόμενο', 'lendable item'),
  field('service', FLAG, 'υπηρεσία', 'is service'),
]

/** Names of a product in a recipe: the product that is made, and the material that a step takes. */
const RECIPE: readonly Field[] = [
  field(
    'product',
    CODE,
    'κωδικός προϊόντος',
    'προϊόν',
    'τελικό προϊόν',
    'product code',
    'product sku',
    'product/internal reference',
    'sku',
    'product_id',
  ),
  field('seq', { as: 'decimal', places: 0, least: 1, most: 1000 }, 'βήμα', 'σειρά', 'α/α', 'step', 'sequence'),
  field('section', TEXT, 'typid', 'τμήμα', 'στάδιο', 'department', 'work center', 'operation'),
  field('minutes', QUANTITY, 'λεπτά', 'χρόνος', 'duration', 'time'),
  field(
    'material',
    CODE,
    'υλικό',
    'κωδικός υλικού',
    'πρώτη ύλη',
    'material code',
    'material sku',
    'component',
    'components',
    'bom lines/component',
    'material_id',
  ),
  field('quantity', QUANTITY, 'ποσότητα', 'qty', 'ποσ', 'bom lines/quantity', 'amount'),
  field('unit', UNIT, 'μμ', 'μ.μ.', 'μονάδα', 'uom', 'unit of measure'),
]

const STOCK: readonly Field[] = [
  field('id', ID, 'αριθμός', 'our number'),
  SKU,
  BARCODE,
  PRODUCT_NAME,
  field(
    'stock',
    QUANTITY,
    'απόθεμα',
    'υπόλοιπο',
    'ποσότητα',
    'quantity on hand',
    'on hand',
    'quantity',
    'qty',
    'on hand quantity',
    'υπόλοιπο ποσότητας',
    'ποσ. υπόλοιπο',
    'τρέχον υπόλοιπο',
    'διαθέσιμη ποσότητα',
    'available quantity',
    'qty1',
  ),
]

export const FIELDS: Readonly<Record<Target, readonly Field[]>> = {
  customers: PARTY,
  providers: PARTY,
  products: PRODUCT,
  recipes: RECIPE,
  stock: STOCK,
  'customer-balances': openingOf('customer_id'),
  'provider-balances': openingOf('provider_id'),
}

/** The fields by which a record that exists is found, the most certain first. A row without a value of one is found by its name. */
export const KEYS: Readonly<Record<Target, readonly [string, ...string[]]>> = {
  customers: ['id', 'vat', 'name'],
  providers: ['id', 'vat', 'name'],
  products: ['id', 'sku', 'barcode', 'name'],
  recipes: ['product'],
  stock: ['id', 'sku', 'barcode', 'name'],
  'customer-balances': ['id', 'vat', 'name'],
  'provider-balances': ['id', 'vat', 'name'],
}

/** The fields without which no row can be imported. Customers, providers and products need them only if they are new. */
export const NEEDED: Readonly<Record<Target, readonly string[]>> = {
  customers: ['name'],
  providers: ['name'],
  products: ['name'],
  recipes: ['product', 'material', 'quantity'],
  stock: ['stock'],
  'customer-balances': ['amount'],
  'provider-balances': ['amount'],
}

/** A column that is kept as a field that the company names itself; its name is the heading. Only customers and providers have such fields. */
export const OWN_FIELD = 'own-field'
export const keepsOwnFields = (target: Target): boolean => target === 'customers' || target === 'providers'

/** Reports whether the records of a kind are customers or providers, or belong to them. */
export const isOfParties = (target: Target): boolean => keepsOwnFields(target) || target.endsWith('-balances')
