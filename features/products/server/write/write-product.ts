import { changes, type FieldChanges } from '#kernel/changes.ts'
import { PLACES, type Rate, toNumber, type UnitPrice } from '#kernel/money.ts'
import { isPictureKey } from '#kernel/photo.ts'
import { sentNames } from '#kernel/records/fields.ts'
import { refusal, refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { empty, join, type Rows, sql } from '#server/db/database.ts'
import { deleteUnused, isReferredTo } from '#server/db/references.ts'
import { demandFreeNumber } from '#server/data-api/imported.ts'
import { refuseStale } from '#server/history.ts'
import { assigned, inserted, readable, selectedColumns } from '#server/records/kinds.ts'
import type { ProductPatch } from '../../domain/contract.ts'
import { PRODUCT_FIELDS } from '../../domain/fields.ts'
import { computedCost, isCostComputed, whyNotSoLarge } from '../../domain/cost.ts'
import { whyNotBarcode } from '../../domain/own-code.ts'
import { type Unit, type UsageType, whyNotCost, whyNotService } from '../../domain/product.ts'
import { whyNotVatRate } from '../../domain/goods-settings.ts'
import { familyOf, whyNotOtherUnit, whyNotUnitOfMoved } from '../../domain/units.ts'
import { demandCodes } from '../codes/code-problem.ts'
import { climbCosts } from '../climb-costs.ts'
import { readGoodsSettings } from '../goods-settings.ts'
import { readSteps, type StoredStep } from '../requirements.ts'
import { demandFreeBarcode } from '../same-codes.ts'
import { showSteps, writeSteps } from './write-recipe.ts'

type PlainFields = Omit<ProductPatch, 'steps'>
type AsWritten = { readonly asWritten?: boolean }

/** A stored product, to compare with the fields that are sent. */
export type StoredProduct = Required<PlainFields> & { readonly id: number; readonly version: number }

/** Returns one product, locked until the commit. */
export async function lockProduct(rows: Rows, id: number): Promise<StoredProduct> {
  const product = await rows.maybe<StoredProduct>(sql`
    select id, version, ${selectedColumns(PRODUCT_FIELDS)} from products where id = ${id} for update`)
  return product ?? refuse('missing', 'products.missing', { productId: id })
}

/** What is stored of fields whose value alone does not say it. */
const STORED = {
  customerId: (id: unknown) => sql`kept_customer(${id}::bigint)`,
  costPrice: (cost: unknown) => sql`${cost ?? 0}`,
}

/** Returns the name of the customer that a product is made for, for the history. Refuses an unknown customer. */
async function customerName(work: Work, customerId: number | null | undefined): Promise<string | null> {
  if (customerId == null) return null
  const customer = await work.tx.maybe<{ name: string }>(
    sql`select name from customers where id = kept_customer(${customerId})`,
  )
  return customer?.name ?? refuse('refused', 'products.no-customer', { customerId })
}

/** Returns the changes for the history, with the customer's name instead of the id. */
function named(
  { customerId, ...others }: FieldChanges,
  customers: readonly [string | null, string | null],
): FieldChanges {
  return customerId ? { ...others, customer: customers } : others
}

/** Refuses a VAT rate that the settings do not have. */
async function demandVatRate(rows: Rows, rate: Rate | undefined): Promise<void> {
  if (rate !== undefined) stopOn(whyNotVatRate(rate, await readGoodsSettings(rows)))
}

/**
 * Refuses a new key among the photos of a product that names no stored photo. Any other text is what an external program
 * stores there, and is accepted.
 */
async function demandPhotos(
  rows: Rows,
  photos: ProductPatch['photos'] = [],
  before: ProductPatch['photos'] = [],
): Promise<void> {
  const keys = photos.filter(isPictureKey).filter((key) => !before.includes(key))
  if (keys.length === 0) return
  const stored = await rows.many<{ key: string }>(sql`select key from stored_photos where key = any(${keys}::text[])`)
  const known = new Set(stored.map(({ key }) => key))
  const missing = keys.find((key) => !known.has(key))
  if (missing !== undefined) refuse('refused', 'products.no-photo', { position: photos.indexOf(missing) + 1 })
}

/**
 * Stores a new product with its steps. Its stock starts at 0. A copy may keep the VAT rate of its original, which the
 * settings may no longer have. `keepsCode` keeps a code of goods that is not valid today. `keptId` is the free number that an import keeps; without it the product gets the next one. `asWritten`
 * confirms a barcode with a wrong check digit.
 */
export async function insertProduct(
  work: Work,
  product: ProductPatch & { name: string },
  {
    isCopy = false,
    keepsCode = false,
    keptId,
    asWritten = false,
  }: { isCopy?: boolean; keepsCode?: boolean; keptId?: number } & AsWritten = {},
): Promise<number> {
  const { steps = [], ...plain } = product
  stopOn(whyNotCost(plain.usageType ?? 'COMPLETE-PRODUCT', plain.costPrice))
  const { service = false, lendable = false } = plain
  stopOn(whyNotService({ service, lendable, used: false }, { service }))
  stopOn(whyNotBarcode(plain.barcode, asWritten))
  if (!isCopy) await demandVatRate(work.tx, plain.vat)
  if (!isCopy && !keepsCode) await demandCodes(work.tx, [plain.cnCode], work.today)
  const customer = await customerName(work, plain.customerId)
  await demandFreeBarcode(work.tx, plain.barcode, null)
  await demandPhotos(work.tx, plain.photos)
  const { columns, values } = inserted(PRODUCT_FIELDS, plain, work.now, STORED)
  const { id } = await work.tx.one<{ id: number }>(sql`
    insert into products (${keptId === undefined ? empty : sql`id, `}${columns}, created_at, updated_at)
    values (${keptId === undefined ? empty : sql`${keptId}, `}${values}, ${work.now}, ${work.now})
    returning id`)
  const written = readable(PRODUCT_FIELDS, plain)
  if (steps.length > 0) {
    const stored = await writeSteps(work, id, product.name, steps)
    written['steps'] = showSteps(stored)
    written['costPrice'] = (await writeComputedCost(work, id, plain, stored)) ?? written['costPrice']
  }
  work.record({ entity: 'products', id, changes: named(changes({}, written), [null, customer]) })
  return id
}

/**
 * Stores a product of an earlier system as it is, under its number if `id` names one that is free. A barcode with a wrong check digit stays
 * (C-100), and so does a code of goods that is not valid today: the list of goods without a valid one names it.
 */
export async function insertImportedProduct(
  work: Work,
  product: ProductPatch & { name: string },
  { id, asWritten = true }: { readonly id: number | undefined } & AsWritten,
): Promise<number> {
  if (id !== undefined) await demandFreeNumber(work, sql`products`, id)
  return insertProduct(work, product, { asWritten, keepsCode: true, keptId: id })
}

/**
 * Changes the given fields of a product. Given steps replace all stored ones. `asWritten` confirms a barcode with a wrong check digit, and
 * `keepsCode` a code of goods that is not valid today. Returns the new version.
 */
export async function rewriteProduct(
  work: Work,
  id: number,
  patch: ProductPatch,
  version?: number,
  { asWritten = false, keepsCode = false }: AsWritten & { keepsCode?: boolean } = {},
): Promise<number> {
  const before = await lockProduct(work.tx, id)
  if (version !== undefined && version !== before.version) await refuseStale(work.tx, 'products', id, before.version)
  const { steps, ...sent } = patch
  const usageType = sent.usageType ?? before.usageType
  stopOn(whyNotCost(usageType, sent.costPrice))
  const after = { service: sent.service ?? before.service, lendable: sent.lendable ?? before.lendable }
  const used = after.service !== before.service && ((await hasQuantities(work.tx, id)) || (await isNamed(work.tx, id)))
  stopOn(whyNotService({ ...after, used }, before))
  if (sent.vat !== before.vat) await demandVatRate(work.tx, sent.vat)
  const customer = await customerName(work, sent.customerId)
  await demandUnit(work.tx, id, before.name, before.unit, sent.unit)
  if (sent.cnCode !== before.cnCode && !keepsCode) await demandCodes(work.tx, [sent.cnCode], work.today)
  const newBarcode = sent.barcode !== undefined && sent.barcode !== before.barcode
  if (newBarcode) {
    stopOn(whyNotBarcode(sent.barcode, asWritten))
    await demandFreeBarcode(work.tx, sent.barcode, id)
  }
  await demandPhotos(work.tx, sent.photos, before.photos)

  const oldSteps = await readSteps(work.tx, id)
  let newSteps = oldSteps
  if (steps) newSteps = await writeSteps(work, id, sent.name ?? before.name, steps)
  // A computed cost cannot be entered by hand.
  const computed = isCostComputed(usageType, newSteps)
  const plain: PlainFields = computed
    ? { ...sent, costPrice: storedCost(sent.name ?? before.name, newSteps, sent.costMargin ?? before.costMargin) }
    : sent
  if (plain.costPrice === null) plain.costPrice = before.costPrice

  const changed = changes(
    { ...readable(PRODUCT_FIELDS, before), steps: showSteps(oldSteps) },
    { ...readable(PRODUCT_FIELDS, plain), steps: steps && showSteps(newSteps) },
  )
  const fields = sentNames(PRODUCT_FIELDS, plain).filter((field) => Object.hasOwn(changed, field))
  if (Object.keys(changed).length === 0) return before.version
  await work.tx.run(sql`
    update products
    set ${join([...assigned(PRODUCT_FIELDS, plain, fields, work.now, STORED), sql`updated_at = ${work.now}`, ...(newBarcode ? [sql`barcode_shared = false`] : [])])},
      version = version + 1
    where id = ${id}`)
  const climbed = changed['costPrice'] || changed['unit'] ? await climbCosts(work, [id]) : 0
  const oldCustomer = changed['customerId'] ? await customerName(work, before.customerId) : null
  const followed: FieldChanges = climbed > 0 ? { costsAbove: [null, climbed] } : {}
  work.record({ entity: 'products', id, changes: { ...named(changed, [oldCustomer, customer]), ...followed } })
  return before.version + 1
}

/**
 * Reports whether something beside recipes names a product: an order, a loan, a task, a count, a purchase or the ledger. Its quantities are
 * in the unit of the product. Recipes have units of their own.
 */
const hasQuantities = (rows: Rows, id: number): Promise<boolean> =>
  isReferredTo(rows, 'products', id, ['requirement_materials', 'requirement_steps'])

/** Reports whether a recipe takes a product, or a note is on it. */
async function isNamed(rows: Rows, id: number): Promise<boolean> {
  const named = await rows.maybe(sql`
    select where exists (select from requirement_materials where material_id = ${id})
      or exists (select from notes where entity = 'products' and entity_id = ${id})`)
  return named !== null
}

/** Deletes a product that nothing refers to. Refuses any other. */
export async function removeProduct(work: Work, id: number): Promise<void> {
  const { tx } = work
  const { name } = await lockProduct(tx, id)
  const inUse = refusal('refused', 'products.in-use', { name })
  if (await isNamed(tx, id)) stopOn(inUse)
  await tx.run(sql`delete from requirement_materials where product_id = ${id}`)
  await tx.run(sql`delete from requirement_steps where product_id = ${id}`)
  await deleteUnused(tx, sql`delete from products where id = ${id}`, inUse)
  work.record({ entity: 'products', id, changes: changes({ name }, { name: null }) })
}

/**
 * Refuses a new unit while quantities are stored in the old one. Recipes allow another unit of the same family, because
 * their lines are converted to the unit of their material.
 */
export async function demandUnit(
  rows: Rows,
  id: number,
  name: string,
  before: Unit,
  after: Unit | undefined,
): Promise<void> {
  if (after === undefined || after === before) return
  if (await hasQuantities(rows, id)) stopOn(whyNotUnitOfMoved({ name, unit: before }, after))
  if (familyOf(after) === familyOf(before)) return
  const { names } = await rows.one<{ names: string[] }>(sql`
    select coalesce(array_agg(p.name order by p.id), '{}') as names from products p
    where p.id in (select product_id from requirement_materials where material_id = ${id})`)
  stopOn(whyNotOtherUnit({ name, unit: before }, after, names))
}

/** Returns the cost of a recipe. Refuses one that is beyond the limit of prices. */
function storedCost(name: string, steps: readonly StoredStep[], margin: Rate): UnitPrice {
  const cost = computedCost(steps, margin)
  stopOn(whyNotSoLarge(name, cost))
  return cost
}

/** Sets the cost of a new product if it is computed from materials. Returns it for the history, or null. */
async function writeComputedCost(
  work: Work,
  id: number,
  plain: { readonly name: string; readonly usageType?: UsageType; readonly costMargin?: Rate },
  steps: readonly StoredStep[],
): Promise<number | null> {
  if (!isCostComputed(plain.usageType ?? 'COMPLETE-PRODUCT', steps)) return null
  const cost = storedCost(plain.name, steps, plain.costMargin ?? (0 as Rate))
  await work.tx.run(sql`update products set cost_price_e4 = ${cost} where id = ${id}`)
  return toNumber(cost, PLACES.unitPrice)
}
