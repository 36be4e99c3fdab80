/** Tests the actions at a stop: closing with a reason, proofs, photos, and taking back lent items. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_PHOTOS } from '../domain/delivery.ts'
import { MOST_TAKEN_BYTES } from '#kernel/photo.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { SMALL_JPEG } from '#server/samples/sample-parts.ts'

const PIECE = 10_000

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)
const close = (orderId: number, more: object) => does('driver', 'shipping.close-delivery', { orderId, ...more })
const proofOf = (orderId: number, as: 'driver' | 'operations' = 'driver') =>
  does<{ stops: object[]; proofs: object[]; photos: { id: number; byteCount: number }[] }>(
    as,
    'shipping.delivery-proof',
    { orderId },
  )
const outcomeOf = (orderId: number) =>
  company.db.one(sql`select outcome, reason, reason_code from shipment_orders where order_id = ${orderId}`)

describe('an order that is not delivered', () => {
  test.each([
    ['to-planning', 'INVOICED'],
    ['return', 'RETURNED'],
  ])('with %s needs a reason, which is stored with its text', async (action, outcome) => {
    const id = await company.order('ON SHIPPING')
    const press = (more: object) => refusalOf('driver', 'shipping.close-delivery', { orderId: id, action, ...more })
    expect((await press({})).code).toBe('shipping.reason-required')
    expect((await press({ reasonCode: 'other', reason: ' ' })).code).toBe('shipping.note-required')
    expect((await press({ reasonCode: 'moved' })).kind).toBe('invalid')
    expect((await press({ reasonCode: 'closed', proof: { recipient: 'Μαρία' } })).code).toBe(
      'shipping.only-when-delivered',
    )
    await close(id, { action, reasonCode: 'other', reason: 'γάμος στον δρόμο' })
    expect(await outcomeOf(id)).toEqual({ outcome, reason: 'γάμος στον δρόμο', reason_code: 'other' })
    const { rows } = await does<{ rows: object[] }>('user', 'orders.history', { id })
    expect(rows[0]).toMatchObject({ note: 'γάμος στον δρόμο', changes: { deliveryReason: [null, 'other'] } })
    expect((await proofOf(id, 'operations')).stops).toMatchObject([
      { outcome, reasonCode: 'other', reason: 'γάμος στον δρόμο' },
    ])
  })

  test('needs no reason from a program that only sets the status', async () => {
    const id = await company.order('ON SHIPPING')
    const { status } = await ask(company, 'PATCH', `/api/v2/_table/custorders/${id}`, {
      token: company.tokens.driver,
      body: { status: 'RETURNED' },
    })
    expect(status).toBe(200)
    expect(await outcomeOf(id)).toEqual({ outcome: 'RETURNED', reason: null, reason_code: null })
  })
})

describe('a proof', () => {
  const signature = [
    [
      [1, 2],
      [1000, 400],
    ],
  ]

  test('stores who received the goods, the time of the phone, and the signature', async () => {
    const id = await company.order('ON SHIPPING')
    const doneAt = new Date(Date.now() - 3_600_000).toISOString()
    await close(id, { action: 'deliver', proof: { recipient: ' κ. Μαρία ', signature }, doneAt })
    const { proofs, stops } = await proofOf(id)
    expect(proofs).toMatchObject([{ recipient: 'κ. Μαρία', signature, userName: 'Ονομα driver' }])
    expect(Date.parse((proofs[0] as { signedAt: string }).signedAt)).toBe(Date.parse(doneAt))
    expect(stops).toMatchObject([{ outcome: 'SHIPPED', reasonCode: null, driver: 'Ονομα driver' }])
    const { rows } = await does<{ rows: object[] }>('user', 'orders.history', { id })
    expect(rows).toContainEqual(
      expect.objectContaining({ changes: { status: ['ON SHIPPING', 'SHIPPED'], recipient: [null, 'κ. Μαρία'] } }),
    )
  })

  test('without content is not stored, and a time of the phone that is years off is ignored', async () => {
    const [empty, odd] = [await company.order('ON SHIPPING'), await company.order('ON SHIPPING')]
    await close(empty, { action: 'deliver', proof: { recipient: '', signature: null } })
    expect((await proofOf(empty)).proofs).toEqual([])
    await close(odd, { action: 'deliver', proof: { recipient: 'Νίκος' }, doneAt: '9999-12-31T23:59:59Z' })
    const [proof] = (await proofOf(odd)).proofs as { signedAt: string }[]
    expect(Math.abs(Date.parse(proof?.signedAt ?? '') - Date.now())).toBeLessThan(600_000)
  })

  test('is visible to the office, and to a driver only for their own orders', async () => {
    const id = await company.order('SHIPPED')
    expect(await does('operations', 'shipping.delivery-proof', { orderId: id })).toMatchObject({ proofs: [] })
    expect((await refusalOf('other driver', 'shipping.delivery-proof', { orderId: id })).code).toBe(
      'shipping.not-yours',
    )
    expect((await refusalOf('user', 'shipping.delivery-proof', { orderId: 987_654 })).code).toBe('orders.missing')
  })
})

describe('a photo', () => {
  const takenAt = new Date().toISOString()
  const add = { photo: SMALL_JPEG, takenAt }
  /** Returns the small picture with this many bytes of camera data, which contain a place. */
  const fromCamera = (bytes: number) => {
    const plain = Buffer.from(SMALL_JPEG, 'base64')
    const parts: Buffer[] = [plain.subarray(0, 2)]
    for (let rest = bytes - plain.length; rest > 0; ) {
      const length = Math.min(rest, 60_000)
      const data = Buffer.alloc(length, ' ')
      data.writeUInt16BE(0xffe1, 0)
      data.writeUInt16BE(length - 2, 2)
      data.write('Exif\0\0GPS 37.97', 4)
      parts.push(data)
      rest -= length
    }
    return Buffer.concat([...parts, plain.subarray(2)])
  }
  const fetchPhoto = (token: string, id: number) =>
    company.app.inject({
      url: `/app/shipping.delivery-photo?input=${encodeURIComponent(JSON.stringify({ id }))}`,
      headers: { 'x-dreamfactory-session-token': token },
    })

  test('is stored without camera data and returned as a picture', async () => {
    const orderId = await company.order('SHIPPED')
    const photo = fromCamera(20_000)
    expect(photo.includes('GPS')).toBe(true)
    const { id } = await does<{ id: number }>('driver', 'shipping.add-delivery-photo', {
      orderId,
      photo: photo.toString('base64'),
      takenAt,
    })
    const answer = await fetchPhoto(company.tokens.driver, id)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('image/jpeg')
    expect(answer.rawPayload.toString('base64')).toBe(SMALL_JPEG)
    expect((await proofOf(orderId)).photos).toMatchObject([{ id, byteCount: answer.rawPayload.length }])
    expect((await fetchPhoto(company.tokens['other driver'], id)).statusCode).toBe(403)
    expect((await fetchPhoto(company.tokens.user, id)).statusCode).toBe(200)
    expect((await fetchPhoto(company.tokens.section, id)).statusCode).toBe(403)
    expect((await fetchPhoto(company.tokens.user, 987_654)).statusCode).toBe(404)
  })

  test('may have the maximum size and not a byte more, and must be a JPEG', async () => {
    const orderId = await company.order('ON SHIPPING')
    const send = (photo: Buffer) =>
      ask(company, 'POST', '/app/shipping.add-delivery-photo', {
        token: company.tokens.driver,
        body: { orderId, takenAt, photo: photo.toString('base64') },
      })
    expect((await send(fromCamera(MOST_TAKEN_BYTES))).status).toBe(200)
    expect((await send(fromCamera(MOST_TAKEN_BYTES + 1))).json).toMatchObject({
      refusal: { code: 'shipping.photo-too-large' },
    })
    expect((await send(Buffer.from('<svg onload=alert(1)>'))).json).toMatchObject({
      refusal: { code: 'shipping.no-photo' },
    })
    expect((await send(Buffer.alloc(0))).status).toBe(400)
  })

  test('can be added only to an order that is or was in a shipment, and only up to the maximum number', async () => {
    const [own, foreign, never] = [
      await company.order('ON SHIPPING'),
      await company.order('ON SHIPPING', { driver: 'other driver' }),
      await company.order('INVOICED'),
    ]
    for (const orderId of [foreign, never])
      expect((await refusalOf('driver', 'shipping.add-delivery-photo', { orderId, ...add })).code).toBe(
        'shipping.not-yours',
      )
    expect((await refusalOf('user', 'shipping.add-delivery-photo', { orderId: never, ...add })).code).toBe(
      'shipping.never-in-shipment',
    )
    const answers = await Promise.all(
      Array.from({ length: MOST_PHOTOS + 2 }, () =>
        ask(company, 'POST', '/app/shipping.add-delivery-photo', {
          token: company.tokens.driver,
          body: { orderId: own, ...add },
        }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(MOST_PHOTOS)
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(2)
    expect((await proofOf(own)).photos).toHaveLength(MOST_PHOTOS)
  })
})

describe('lent items', () => {
  const takeBack = (pieces: number, more: object = {}) => ({
    customerId: company.stock.customer,
    items: [
      { productId: company.stock.glass, quantity: pieces * PIECE },
      { productId: company.stock.candle, quantity: 0 },
    ],
    ...more,
  })
  const lent = async () =>
    (await does<{ total: number }>('user', 'loans.of-customer', { customerId: company.stock.customer })).total / PIECE
  const held = async () => {
    const { products } = await does<{ products: { held: number }[] }>('user', 'loans.of-customer', {
      customerId: company.stock.customer,
    })
    return (products[0]?.held ?? 0) / PIECE
  }
  const glasses = async () =>
    (
      await company.db.one<{ stock: number }>(
        sql`select stock_e4 as stock from products where id = ${company.stock.glass}`,
      )
    ).stock

  test('taken back at a stop lower the loan balance, name the order, and do not change the stock', async () => {
    const orderId = await company.order('ON SHIPPING')
    const [before, stockBefore] = [await lent(), await glasses()]
    expect(await does('driver', 'shipping.take-back-loans', takeBack(2, { orderId, note: 'ένα ραγισμένο' }))).toEqual({
      taken: 1,
      balance: (before - 2) * PIECE,
    })
    expect([await lent(), await glasses()]).toEqual([before - 2, stockBefore])
    const { rows } = await does<{ rows: object[] }>('user', 'loans.list', { filters: { orderId } })
    expect(rows[0]).toMatchObject({
      bound: 'INBOUND',
      origin: 'driver',
      quantity: 2 * PIECE,
      person: 'Ονομα driver',
      note: 'ένα ραγισμένο',
    })
    // cancelling the order takes back only what this order lent
    await close(orderId, { action: 'return', reasonCode: 'closed' })
    await does('user', 'orders.move-order', { id: orderId, transition: 'cancel' })
    expect(await lent()).toBe(before - 3)
  })

  test('are limited to what the customer holds, and at least one is required', async () => {
    await company.order('ON SHIPPING')
    const before = await held()
    expect(before).toBeLessThan(await lent())
    expect(await refusalOf('driver', 'shipping.take-back-loans', takeBack(before + 1))).toMatchObject({
      code: 'shipping.more-than-lent',
      details: { name: 'Ποτήρι', held: before },
    })
    const half = { productId: company.stock.glass, quantity: (before / 2 + 1) * PIECE }
    expect((await refusalOf('driver', 'shipping.take-back-loans', takeBack(0, { items: [half, half] }))).code).toBe(
      'shipping.more-than-lent',
    )
    expect((await refusalOf('driver', 'shipping.take-back-loans', takeBack(0))).code).toBe(
      'shipping.nothing-taken-back',
    )
    expect((await refusalOf('driver', 'shipping.take-back-loans', takeBack(-1))).code).toBe(
      'shipping.nothing-taken-back',
    )
    expect(await held()).toBe(before)
  })

  test('taken back by three people at once never exceed what the customer holds', async () => {
    await company.order('ON SHIPPING')
    await company.order('ON SHIPPING', { driver: 'other driver' })
    const before = await held()
    const answers = await Promise.all(
      (['driver', 'other driver', 'user'] as const).map((person) =>
        ask(company, 'POST', '/app/shipping.take-back-loans', {
          token: company.tokens[person],
          body: takeBack(before - 1),
        }),
      ),
    )
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    expect(await held()).toBe(1)
  })

  test('are taken back only from customers of the shipment, and only for orders of that customer', async () => {
    const strange = await company.order('ON SHIPPING', { customer: company.stock.other, driver: 'other driver' })
    const input = takeBack(1, { customerId: company.stock.other })
    expect((await refusalOf('driver', 'shipping.take-back-loans', input)).code).toBe(
      'shipping.customer-not-in-shipment',
    )
    expect((await refusalOf('user', 'shipping.take-back-loans', takeBack(1, { orderId: strange }))).code).toBe(
      'shipping.order-of-another',
    )
    expect((await refusalOf('user', 'shipping.take-back-loans', takeBack(1, { customerId: 987_654 }))).code).toBe(
      'loans.no-customer',
    )
  })
})
