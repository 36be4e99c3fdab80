/** Writes the catalogues of providers by hand. */
import { changes } from '#kernel/changes.ts'
import { PLACES, toDecimal } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { type ProviderProduct, removeProviderProduct, setProviderProduct } from '../domain/contract.ts'

type Entry = Pick<ProviderProduct, 'code' | 'name' | 'price' | 'leadDays' | 'minimum' | 'pack' | 'preferred'>

/** Returns an entry as one text for the history of the product. Figures are plain decimals. */
const textOf = (provider: string, { code, name, price, leadDays, minimum, pack, preferred }: Entry): string =>
  [
    provider,
    code,
    name,
    price === null ? '' : `${toDecimal(price, PLACES.unitPrice)} €`,
    leadDays === null ? '' : `${leadDays} d`,
    minimum === 0 ? '' : `≥ ${toDecimal(minimum, PLACES.quantity)}`,
    pack === 0 ? '' : `× ${toDecimal(pack, PLACES.quantity)}`,
    preferred ? '★' : '',
  ]
    .filter(Boolean)
    .join(' · ')

/** Refuses a provider or a product that does not exist, and the placeholder of programs. Returns the name of the provider. */
async function demandBoth({ tx }: Work, providerId: number, productId: number): Promise<string> {
  const provider = await tx.maybe<{ name: string }>(
    sql`select name from providers where id = ${providerId} and not system and merged_into is null`,
  )
  if (!provider) return refuse('missing', 'purchases.no-provider', { providerId })
  const product = await tx.maybe(sql`select from products where id = ${productId} for update`)
  if (!product) refuse('missing', 'products.missing', { productId })
  return provider.name
}

const readEntry = ({ tx }: Work, providerId: number, productId: number) =>
  tx.maybe<Entry & { version: number }>(sql`
    select code, name, price_e4 as price, lead_days as "leadDays", minimum_e4 as minimum, pack_e4 as pack, preferred, version
    from provider_products where provider_id = ${providerId} and product_id = ${productId} for update`)

/** Writes an entry. A product has one preferred provider, so another one is no longer preferred. */
export const setProviderProductCommand = command(setProviderProduct, async (work, input) => {
  const { providerId, productId, version, ...entry } = input
  const provider = await demandBoth(work, providerId, productId)
  const before = await readEntry(work, providerId, productId)
  if ((before?.version ?? null) !== version) refuse('conflict', 'purchases.catalogue-changed')
  if (entry.preferred)
    await work.tx.run(sql`
      update provider_products set preferred = false, version = version + 1
      where product_id = ${productId} and provider_id <> ${providerId} and preferred`)
  const { code, name, price, leadDays, minimum, pack, preferred } = entry
  const written = await work.tx.one<{ version: number }>(sql`
    insert into provider_products (provider_id, product_id, code, name, price_e4, lead_days, minimum_e4, pack_e4, preferred, updated_at)
    values (${providerId}, ${productId}, ${code}, ${name}, ${price}::bigint, ${leadDays}::int, ${minimum}, ${pack}, ${preferred},
      ${work.now}::timestamptz)
    on conflict (provider_id, product_id) do update set code = excluded.code, name = excluded.name, price_e4 = excluded.price_e4,
      lead_days = excluded.lead_days, minimum_e4 = excluded.minimum_e4, pack_e4 = excluded.pack_e4, preferred = excluded.preferred,
      updated_at = excluded.updated_at, version = provider_products.version + 1
    returning version`)
  work.record({
    entity: 'products',
    id: productId,
    changes: changes(before ? { catalogue: textOf(provider, before) } : {}, { catalogue: textOf(provider, entry) }),
  })
  work.moved({ entity: 'providers', id: providerId })
  return { version: written.version }
})

export const removeProviderProductCommand = command(removeProviderProduct, async (work, input) => {
  const { providerId, productId, version } = input
  const provider = await demandBoth(work, providerId, productId)
  const before = await readEntry(work, providerId, productId)
  if (!before) return {}
  if (before.version !== version) refuse('conflict', 'purchases.catalogue-changed')
  await work.tx.run(sql`delete from provider_products where provider_id = ${providerId} and product_id = ${productId}`)
  work.record({
    entity: 'products',
    id: productId,
    changes: changes({ catalogue: textOf(provider, before) }, { catalogue: null }),
  })
  work.moved({ entity: 'providers', id: providerId })
  return {}
})
