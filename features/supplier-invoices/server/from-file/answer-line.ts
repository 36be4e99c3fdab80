/** Remembers what a line of a provider's file means. */
import { productsRights } from '#features/products/domain/rights.ts'
import type { Unit } from '#features/products/domain/product.ts'
import { readGoodsSettings } from '#features/products/server/goods-settings.ts'
import { whyNotVatRate } from '#features/products/domain/goods-settings.ts'
import { insertProduct } from '#features/products/server/write/write-product.ts'
import type { ParsedInputOf } from '#kernel/contract.ts'
import { type Quantity, unitPrice } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { command, demand, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { answerLine } from '../../domain/from-file/contract.ts'
import type { FileLine } from '#features/supplier-files/domain/document.ts'
import { factorFor, lineKeyOf } from '#features/supplier-files/domain/matching.ts'
import { unitKey, unitWritten } from '#features/supplier-files/domain/units.ts'
import { documentOf, getFile } from './stored-file.ts'

type Given = ParsedInputOf<typeof answerLine>['answer']
type Product = { readonly id: number; readonly name: string; readonly unit: Unit }

export const answerLineCommand = command(answerLine, async (work, { fileId, providerId, line: number, answer }) => {
  const { tx, record } = work
  const { lines } = await documentOf(tx, await getFile(tx, fileId))
  const line = lines.find((one) => one.line === number) ?? refuse('missing', 'purchases.file.no-line', { line: number })
  const provider = await tx.maybe<{ id: number; name: string }>(
    sql`select id, name from providers where id = kept_provider(${providerId}::bigint) and not system for update`,
  )
  if (!provider) return refuse('missing', 'purchases.no-provider', { providerId })
  const product = await productOf(work, line, answer)
  const factor = product && answer.kind !== 'expense' ? demandFactor(line, product, answer.factor) : null
  await storeAnswer(work, provider.id, line, product, factor)
  if (product) {
    const named = [line.code, line.name].filter((part) => part !== '').join(' ')
    record({ entity: 'products', id: product.id, note: `${provider.name}: ${named}`.slice(0, 400) })
  }
  return { productId: product?.id ?? null }
})

/** Returns the product of an answer, which may be a new one, or null for an expense. */
async function productOf(work: Work, line: FileLine, answer: Given): Promise<Product | null> {
  if (answer.kind === 'expense') return null
  const id = answer.kind === 'product' ? answer.productId : await createProduct(work, line, answer)
  const product = await work.tx.maybe<Product>(sql`select id, name, unit from products where id = ${id}`)
  return product ?? refuse('missing', 'purchases.no-product', { productId: id })
}

/** Creates the product of a line, with the codes of the file. A VAT rate that the settings do not have is left out. */
async function createProduct(
  work: Work,
  { code, barcode, vat }: FileLine,
  { name, sku, unit, asWritten }: Extract<Given, { kind: 'new' }>,
): Promise<number> {
  demand(work.actor, productsRights.write)
  const known = vat !== null && whyNotVatRate(vat, await readGoodsSettings(work.tx)) === null
  const product = {
    name,
    sku,
    unit,
    usageType: 'PURCHASED-MATERIAL',
    provsku: code.slice(0, 100),
    barcode: barcode.slice(0, 100),
    costPrice: unitPrice(0),
    ...(known && { vat }),
  } as const
  return insertProduct(work, product, { asWritten })
}

/** Returns the factor to store: the given one, or null if the units need none. Refuses unlike units without one. */
function demandFactor(line: FileLine, product: Product, given: Quantity | null): Quantity | null {
  if (given !== null) return given
  if (factorFor(line, product, []) === null)
    refuse('refused', 'purchases.file.factor', {
      unit: unitWritten(line.unit) ?? line.unit,
      name: product.name,
      newUnit: product.unit,
      fields: { factor: 'purchases.file.factor' },
    })
  return null
}

/** Stores an answer. Factors for other units of the line stay if they are of the same product. */
async function storeAnswer(
  { tx, actor, now }: Work,
  providerId: number,
  line: FileLine,
  product: Product | null,
  factor: Quantity | null,
): Promise<void> {
  const lineKey = lineKeyOf(line)
  const key = factor === null ? '' : unitKey(line.unit)
  await tx.run(sql`
    delete from purchase_answers
    where provider_id = ${providerId} and line_key = ${lineKey}
      and (product_id is distinct from ${product?.id ?? null}::bigint or unit_key = ${key} or unit_key = ${unitKey(line.unit)})`)
  await tx.run(sql`
    insert into purchase_answers (provider_id, line_key, unit_key, product_id, factor_e4, user_id, user_name, updated_at)
    values (${providerId}, ${lineKey}, ${key}, ${product?.id ?? null}::bigint, ${factor}::bigint, ${actor.userId}::bigint, ${actor.name},
      ${now}::timestamptz)`)
}
