import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pictureAddress, type PictureSize } from '#kernel/photo.ts'
import { sql } from '#server/db/database.ts'
import type { ObjectStore } from '#server/integrations/objects/object-store.ts'
import { openS3 } from '#server/integrations/objects/s3.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { type S3Simulator, startS3Simulator } from '#simulators/s3-simulator.ts'
import { forgetOld } from '#server/jobs/retention.ts'
import { ask, openTestCompany, refusalIn, type TestCompany, uploadByName } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { MOST_PHOTO_BYTES, MOST_PHOTOS } from '../domain/photo.ts'
import { clearStore, unusedPhotos } from './sweep.ts'
import type { ProductPhoto } from '../domain/contract.ts'

let company: TestCompany
let simulator: S3Simulator
/** The store of the next requests; null for the database. */
let store: ObjectStore | null = null
let product: number
beforeAll(async () => {
  simulator = await startS3Simulator()
  company = await openTestCompany({}, undefined, { outside: () => ({ ...NOTHING_OUTSIDE, objects: store }) })
})
afterAll(async () => {
  await company?.close()
  await simulator?.close()
})
beforeEach(async () => {
  store = null
  product = ((await company.run('products.create-product', { name: 'Κερί με φωτογραφίες' })) as { id: number }).id
})

/** Returns a picture of one colour with a stripe at its left, so that each is another file. */
const drawn = (red: number, width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 90, b: 160 } } })

/** A JPEG as a phone writes it: turned, with the place and the device. */
const phoneJpeg = (red: number) =>
  drawn(red)
    .jpeg()
    .withExif({
      IFD0: { Make: 'Fairphone', Model: 'FP5', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 58/1 30/1', GPSLongitudeRef: 'E', GPSLongitude: '23/1 43/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

const upload = (person: Person, content: Buffer, productId = product) =>
  uploadByName(company, 'photos.add-photo', { productId }, content, { token: company.tokens[person] })
const added = async (content: Buffer): Promise<string> => {
  const { status, json } = await upload('user', content)
  expect(status, JSON.stringify(json)).toBe(200)
  return (json as { key: string }).key
}
const press = (person: Person, name: string, body: object) =>
  ask(company, 'POST', `/app/photos.${name}`, { token: company.tokens[person], body: { productId: product, ...body } })
const picture = (person: Person | null, key: string, size: PictureSize = 'large') =>
  company.app.inject({
    url: pictureAddress(key, size),
    headers: person === null ? {} : { 'x-dreamfactory-session-token': company.tokens[person] },
  })
const stored = async (): Promise<unknown[]> =>
  (await company.db.one<{ photos: unknown[] }>(sql`select photos from products where id = ${product}`)).photos
const shown = async (): Promise<ProductPhoto[]> => {
  const input = encodeURIComponent(JSON.stringify({ productId: product }))
  const { json } = await ask(company, 'GET', `/app/photos.of-product?input=${input}`, { token: company.tokens.section })
  return (json as { photos: ProductPhoto[] }).photos
}
const rowsOf = async (key: string) =>
  (await company.db.one<{ rows: number }>(sql`select count(*)::int as rows from photos where key = ${key}`)).rows

test('the key of a photo is its address: a picture with a session, and 401 without', async () => {
  const key = await added(await drawn(77).jpeg().toBuffer())
  const at = (address: string, headers: Record<string, string> = {}) =>
    company.app.inject({ url: `/${address}`, headers: { accept: 'text/html', ...headers } })
  expect((await at(key)).statusCode).toBe(401)
  expect((await at(key, { 'x-dreamfactory-session-token': 'unknown' })).statusCode).toBe(401)
  const token = { 'x-dreamfactory-session-token': company.tokens.section }
  const found = await at(key, token)
  expect([found.statusCode, found.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(found.rawPayload).toEqual((await picture('section', key)).rawPayload)
  expect((await at(key, { 'x-dreamfactory-session-token': company.tokens.driver })).statusCode).toBe(403)
  const other = key.replace(/.{6}[.]jpg$/, '000000.jpg')
  for (const missing of [other, 'images/1.jpg', 'images/a/b.jpg', 'images/'])
    expect([missing, (await at(missing, token)).statusCode]).toEqual([missing, 404])
})

describe('an uploaded photo', () => {
  test('is shown upright in three sizes without place and device, to people who may read products', async () => {
    const file = await phoneJpeg(10)
    const before = await sharp(file).metadata()
    expect(before).toMatchObject({ width: 600, height: 400, orientation: 6 })
    expect(before.exif?.includes('Fairphone')).toBe(true)
    const key = await added(file)
    expect(key).toMatch(/^images\/\d{13}-[0-9a-f]{32}\.jpg$/)
    const longest: Record<string, number> = {}
    for (const size of ['small', 'medium', 'large'] as const) {
      const got = await picture('section', key, size)
      expect(got.statusCode).toBe(200)
      expect(got.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const { width, height, orientation, exif, xmp, icc, format } = await sharp(got.rawPayload).metadata()
      expect({ orientation, exif, xmp, icc, format }).toEqual({ format: 'jpeg' })
      expect(height).toBeGreaterThan(width)
      longest[size] = height
      for (const secret of ['Exif', 'GPS', 'Fairphone', 'http://ns.adobe'])
        expect(got.rawPayload.includes(secret)).toBe(false)
    }
    expect(longest).toEqual({ small: 144, medium: 600, large: 600 })
    expect(await shown()).toMatchObject([
      { name: key, key, address: null, caption: '', size: { width: 400, height: 600 }, addedBy: 'Ονομα user' },
    ])
    // the data API lists it by the same key
    const { json } = await ask(company, 'GET', `/api/v2/_table/products/${product}?fields=productPhotos`, {
      token: company.tokens.user,
    })
    expect(json).toEqual({ productPhotos: [key] })
  })

  test('is refused to people without a session and without the right to products', async () => {
    const key = await added(await phoneJpeg(11))
    expect((await picture(null, key)).statusCode).toBe(400)
    const withPageKey = await company.app.inject({
      url: pictureAddress(key, 'small'),
      headers: { 'x-dreamfactory-session-token': 'no such token' },
    })
    expect(withPageKey.statusCode).toBe(401)
    expect((await picture('driver', key)).statusCode).toBe(403)
    expect((await picture('user', key.replace(/\d{13}/, '1000000000000'))).statusCode).toBe(404)
  })

  test.each(['driver', 'section', 'waiting'] as const)(
    'is accepted from people who write products, and not from %s',
    async (person) => {
      expect((await upload(person, await phoneJpeg(12))).status).toBe(403)
      const key = await added(await phoneJpeg(12))
      for (const [name, input] of [
        ['arrange-photos', { names: [key] }],
        ['remove-photo', { name: key }],
        ['restore-photo', { key, place: 0 }],
        ['describe-photo', { key, caption: 'x' }],
      ] as const)
        expect((await press(person, name, input)).status, name).toBe(403)
      expect(await stored()).toEqual([key])
    },
  )

  test('that is sent again, also at the same time, is there once', async () => {
    const file = await phoneJpeg(13)
    const answers = await Promise.all([upload('user', file), upload('user', file), upload('admin', file)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const keys = new Set(answers.map(({ json }) => (json as { key: string }).key))
    expect(keys.size).toBe(1)
    expect(await stored()).toEqual([...keys])
    expect(await added(file)).toBe([...keys][0])
  })

  test('as PNG or WebP is drawn as JPEG, on white where it is transparent', async () => {
    const clear = sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    for (const file of [
      await clear.clone().png().toBuffer(),
      await clear.clone().webp({ lossless: true }).toBuffer(),
    ]) {
      const got = await picture('user', await added(file))
      const { data } = await sharp(got.rawPayload).raw().toBuffer({ resolveWithObject: true })
      expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
    }
  })
})

/** A small PNG of one pixel too many in each row: 8,001 × 8,000 pixels, which are all the same. */
const bomb = () =>
  sharp({ create: { width: 8_001, height: 8_000, channels: 3, background: '#fff' }, limitInputPixels: false })
    .png({ compressionLevel: 1 })
    .toBuffer()

describe('a wrong file', () => {
  test('is refused by its content, whatever its name, and nothing is stored', async () => {
    const jpeg = await phoneJpeg(20)
    const gif = await drawn(21, 20, 20).gif().toBuffer()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    const wrong: [string, Buffer, string][] = [
      ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'photos.no-picture'],
      ['SVG', Buffer.from(svg), 'photos.no-picture'],
      ['GIF', gif, 'photos.no-picture'],
      ['PDF', Buffer.from('%PDF-1.7\n'), 'photos.no-picture'],
      ['nothing', Buffer.alloc(0), 'photos.no-picture'],
      ['a cut JPEG', jpeg.subarray(0, jpeg.length / 2), 'photos.damaged'],
      ['a beginning of a JPEG with HTML', Buffer.concat([jpeg.subarray(0, 3), Buffer.from(svg)]), 'photos.no-picture'],
      ['too many pixels', await bomb(), 'photos.too-many-pixels'],
      ['a row of pixels', await drawn(22, 17_000, 2).png().toBuffer(), 'photos.too-many-pixels'],
    ]
    for (const [what, content, code] of wrong) {
      const { status, json } = await upload('user', content)
      expect([what, status, refusalIn(json)?.code]).toEqual([what, 400, code])
    }
    expect(await stored()).toEqual([])
  })

  test('of more than 10 MB, for an unknown product or with one photo too many is refused', async () => {
    const tooLarge = await upload('user', Buffer.alloc(MOST_PHOTO_BYTES + 1))
    expect([tooLarge.status, refusalIn(tooLarge.json)?.code]).toEqual([400, 'too-large'])
    expect((await upload('user', await phoneJpeg(23), 999_999_999)).status).toBe(404)
    const texts = Array.from({ length: MOST_PHOTOS }, (_, at) => `${at}.jpg`)
    await company.db.run(sql`update products set photos = ${JSON.stringify(texts)}::jsonb where id = ${product}`)
    const { json } = await upload('user', await phoneJpeg(23))
    expect(refusalIn(json)?.code).toBe('photos.too-many')
  })

  test('HTML behind the end of a photo is not served', async () => {
    const key = await added(Buffer.concat([await phoneJpeg(24), Buffer.from('<script>alert(1)</script>')]))
    expect((await picture('user', key)).rawPayload.includes('<script>')).toBe(false)
  })
})

describe('the photos of a product', () => {
  test('that a program wrote twice are shown once, and can be arranged', async () => {
    const [one, two] = [await added(await phoneJpeg(32)), await added(await phoneJpeg(33))]
    await company.run('products.change-product', { id: product, version: 3, changes: { photos: [one, two, one] } })
    const names = (await shown()).map(({ name }) => name)
    expect(names).toEqual([one, two])
    expect((await press('user', 'arrange-photos', { names: names.toReversed() })).status).toBe(200)
    expect(await stored()).toEqual([two, one])
  })

  test('that a program names by a key without a stored photo are refused with their place in the list', async () => {
    const key = await added(await phoneJpeg(34))
    const unknown = `images/1760000000000-${'e'.repeat(32)}.jpg`
    const program = { token: company.tokens.user }
    const write = (body: object) =>
      ask(company, 'PATCH', '/api/v2/_table/products', { ...program, body: { resource: [body] } })
    const { status, json } = await write({ id: product, productPhotos: ['front.jpg', key, unknown] })
    expect(status).toBe(400)
    expect(JSON.stringify(json)).toContain('Photo 3 of the list names no stored photo.')
    expect(await stored()).toEqual([key])
    const made = await ask(company, 'POST', '/api/v2/_table/products', {
      ...program,
      body: { resource: [{ name: 'Χωρίς φωτογραφία', productPhotos: [unknown] }] },
    })
    expect(made.status).toBe(400)
    // the photo of another product, and what the program stores itself
    const photos = ['images/1760000000000.jpg', key, { url: 'https://shop.example/1.jpg' }]
    const copy = await company.run('products.create-product', { name: 'Ίδιες φωτογραφίες', photos })
    expect(copy).toMatchObject({ version: 1 })
    // a key that was stored before the rule stays where it is
    await company.db.run(sql`update products set photos = ${JSON.stringify([unknown])}::jsonb where id = ${product}`)
    expect((await write({ id: product, productPhotos: [unknown, key] })).status).toBe(200)
    expect(await stored()).toEqual([unknown, key])
  })

  test('are a main photo in lists only by the whole form of a key', async () => {
    const mainOf = async (photo: string) => {
      await company.db.run(sql`update products set photos = ${JSON.stringify([photo])}::jsonb where id = ${product}`)
      const input = encodeURIComponent(JSON.stringify({ filters: { id: String(product) } }))
      const { json } = await ask(company, 'GET', `/app/products.list?input=${input}`, { token: company.tokens.user })
      return (json as { rows: { photo: string | null }[] }).rows.map((row) => row.photo)
    }
    const key = await added(await phoneJpeg(35))
    expect(await mainOf(key)).toEqual([key])
    for (const text of [key.replace('.jpg', '.png'), `images/1760000000000-front.jpg`, `${key}?size=1`, `shop/${key}`])
      expect([text, await mainOf(text)]).toEqual([text, [null]])
  })

  test('are arranged, described, removed and put back, and the history tells it', async () => {
    const [one, two] = [await added(await phoneJpeg(30)), await added(await phoneJpeg(31))]
    await company.run('products.change-product', {
      id: product,
      version: 3,
      changes: { photos: [one, two, { url: 'https://shop.example/1.jpg' }, 'παλιά φωτογραφία'] },
    })
    const names = (await shown()).map(({ name }) => name)
    expect((await press('user', 'arrange-photos', { names: names.toReversed() })).status).toBe(200)
    expect(await stored()).toEqual(['παλιά φωτογραφία', { url: 'https://shop.example/1.jpg' }, two, one])
    expect(refusalIn((await press('user', 'arrange-photos', { names: [one] })).json)?.code).toBe('photos.changed')

    expect((await press('user', 'describe-photo', { key: two, caption: ' Λευκό κερί ' })).status).toBe(200)
    expect((await press('user', 'remove-photo', { name: two })).status).toBe(200)
    expect(await stored()).toEqual(['παλιά φωτογραφία', { url: 'https://shop.example/1.jpg' }, one])
    expect((await press('user', 'describe-photo', { key: two, caption: 'x' })).status).toBe(404)
    for (let times = 0; times < 2; times++)
      expect((await press('user', 'restore-photo', { key: two, place: 0 })).status).toBe(200)
    expect(await shown()).toMatchObject([
      { key: two, caption: 'Λευκό κερί' },
      { key: null, address: null, name: 'παλιά φωτογραφία' },
      { key: null, address: 'https://shop.example/1.jpg' },
      { key: one },
    ])
    const told = await company.db.many<{ command: string }>(sql`
      select command from history where entity = 'products' and entity_id = ${product} order by id`)
    expect(told.map(({ command }) => command)).toEqual([
      'products.create-product',
      ...Array(2).fill('photos.add-photo'),
      'products.change-product',
      'photos.arrange-photos',
      'photos.describe-photo',
      'photos.remove-photo',
      'photos.restore-photo',
    ])
  })
})

const unusedFor = (key: string, days: number) =>
  company.db.run(sql`update photos set unused_since = now() - make_interval(days => ${days}) where key = ${key}`)

describe('the nightly job', () => {
  test('deletes a photo 30 days after the last product dropped it, and no photo that a product names', async () => {
    const [used, dropped] = [await added(await phoneJpeg(40)), await added(await phoneJpeg(41))]
    await press('user', 'remove-photo', { name: dropped })
    await forgetOld(company.db, [unusedPhotos])
    await unusedFor(dropped, 29)
    // a mark that is wrong because another product names the photo
    await unusedFor(used, 99)
    await forgetOld(company.db, [unusedPhotos])
    expect([await rowsOf(used), await rowsOf(dropped)]).toEqual([1, 1])
    await unusedFor(dropped, 31)
    await forgetOld(company.db, [unusedPhotos])
    expect([await rowsOf(used), await rowsOf(dropped)]).toEqual([1, 0])
    expect((await picture('user', dropped)).statusCode).toBe(404)
    expect(refusalIn((await press('user', 'restore-photo', { key: dropped, place: 0 })).json)?.code).toBe(
      'photos.missing',
    )
  })
})

describe('with an object store', () => {
  beforeEach(() => {
    store = openS3(simulator.access)
  })
  const namesOf = (key: string) => [...simulator.objects.keys()].filter((name) => name.startsWith(key.slice(0, -4)))

  test('the store has all sizes, the database none, and the server reads them with its own key', async () => {
    const key = await added(await phoneJpeg(50))
    expect(namesOf(key).toSorted()).toEqual([
      key.replace('.jpg', '-medium.jpg'),
      key.replace('.jpg', '-small.jpg'),
      key,
    ])
    const { parts } = await company.db.one<{ parts: number }>(
      sql`select count(*)::int as parts from photo_contents where key = ${key}`,
    )
    expect(parts).toBe(0)
    const got = await picture('section', key, 'small')
    expect(got.rawPayload.equals(simulator.objects.get(key.replace('.jpg', '-small.jpg'))?.content as Buffer)).toBe(
      true,
    )
    expect((await picture('driver', key, 'small')).statusCode).toBe(403)
    expect((await fetch(`${simulator.access.url}/${key}`)).status).toBe(403)
  })

  test('a photo that was stored in the database before is read from there', async () => {
    store = null
    const key = await added(await phoneJpeg(51))
    store = openS3(simulator.access)
    expect((await picture('user', key)).statusCode).toBe(200)
  })

  test('a store that fails refuses the upload, changes no product, and what it got is deleted afterwards', async () => {
    const file = await phoneJpeg(52)
    // the first object is stored, and the others fail twice
    simulator.fail(500, 500, 500, 500)
    const { status, json } = await upload('user', file)
    expect([status, refusalIn(json)?.code]).toEqual([503, 'photos.store-silent'])
    expect(await stored()).toEqual([])
    const [orphan] = await company.db.many<{ key: string }>(
      sql`select key from photos where in_store and unused_since is not null`,
    )
    if (!orphan) throw new Error('the upload left no row')
    // the same file again is stored
    expect(await stored()).toEqual([])
    const key = await added(file)
    expect((await picture('user', key)).statusCode).toBe(200)
    await unusedFor(orphan.key, 31)
    await forgetOld(company.db, [unusedPhotos])
    expect(await rowsOf(orphan.key)).toBe(0)
    simulator.fail(500, 500)
    const outside = { ...NOTHING_OUTSIDE, objects: store }
    await expect(clearStore(company.db, outside)).rejects.toThrow('http-500')
    await clearStore(company.db, outside)
    expect(namesOf(orphan.key)).toEqual([])
    expect(namesOf(key)).toHaveLength(3)
    expect(await company.db.many(sql`select from deleted_photos`)).toEqual([])
  })

  test('a store that is silent or missing is a refusal, and no lost photo', async () => {
    const key = await added(await phoneJpeg(53))
    simulator.fail(503, 503)
    expect((await picture('user', key)).statusCode).toBe(503)
    store = null
    expect((await picture('user', key)).statusCode).toBe(503)
  })
})
