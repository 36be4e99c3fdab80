/** Provides a valid input for each command and query of photos, for tests that call all of them. */
import { sql } from '#server/db/database.ts'
import { fixed, type HistorySample, type Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = (company) => {
  const { candle } = company.stock
  let made = 0
  /** Returns a new product with one stored photo and one text of an external program. */
  const product = async () => {
    made += 1
    const key = `images/${1_760_000_000_000 + made}-${'0123456789abcdef'.repeat(2)}.jpg`
    await company.db.run(sql`
      insert into photos (key, width, height, in_store, user_name, created_at) values (${key}, 1, 1, false, 'Νίκος', now())
      on conflict (key) do nothing`)
    const input = { name: 'Κερί με φωτογραφία', photos: [key, 'a.jpg'] }
    const { id } = (await company.run('products.create-product', input)) as { id: number }
    return { id, key }
  }
  return {
    'photos.arrange-photos': async () => {
      const { id, key } = await product()
      return { productId: id, names: ['a.jpg', key] }
    },
    'photos.remove-photo': async () => ({ productId: (await product()).id, name: 'a.jpg' }),
    'photos.restore-photo': async () => {
      const { key } = await product()
      return { productId: (await product()).id, key, place: 0 }
    },
    'photos.describe-photo': async () => {
      const { id, key } = await product()
      return { productId: id, key, caption: 'Λευκό κερί' }
    },
    'photos.of-product': fixed({ productId: candle }),
  }
}

export const historySample: HistorySample = { free: { products: ['photoCaption'] } }
