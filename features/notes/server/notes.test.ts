import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, refusalIn, type TestCompany, uploadByName } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { MOST_FILE_BYTES } from '../domain/note.ts'

let company: TestCompany
let order: number
beforeAll(async () => {
  company = await openTestCompany()
  order = await company.order('STOCK-OK')
})
afterAll(() => company?.close())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const upload = (person: Person, name: string, content: Buffer, more: object = {}) =>
  uploadByName(company, 'notes.upload', { entity: 'orders', entityId: order, name, ...more }, content, {
    token: company.tokens[person],
  })
const add = (person: Person, input: object) =>
  ask(company, 'POST', '/app/notes.add-note', {
    token: company.tokens[person],
    body: { entity: 'orders', entityId: order, ...input },
  })
const press = (person: Person, name: string, id: number) =>
  ask(company, 'POST', `/app/notes.${name}`, { token: company.tokens[person], body: { id } })
const fileAddress = (id: number) => `/app/notes.file?input=${encodeURIComponent(JSON.stringify({ id }))}`
const file = (person: Person, id: number) =>
  company.app.inject({
    url: fileAddress(id),
    headers: { 'x-dreamfactory-session-token': company.tokens[person] },
  })
const idOf = ({ status, json }: { status: number; json: unknown }): number => {
  expect(status, JSON.stringify(json)).toBe(200)
  return (json as { id: number }).id
}
type Shown = { id: number; body: string; userName: string; mayRemove: boolean; files: { id: number; name: string }[] }
const shown = async (person: Person, entity = 'orders', entityId = order): Promise<Shown[]> => {
  const input = encodeURIComponent(JSON.stringify({ entity, entityId }))
  const { json } = await ask(company, 'GET', `/app/notes.of-record?input=${input}`, { token: company.tokens[person] })
  return (json as { notes: Shown[] }).notes
}
const history = () =>
  company.db.many<{ command: string; note: string; userName: string }>(sql`
    select command, note, user_name as "userName" from history
    where entity = 'orders' and entity_id = ${order} and command like 'notes.%' order by id`)

describe('a note', () => {
  test('and its file are returned unchanged to everybody who may read the order', async () => {
    const picture = idOf(await upload('user', 'Φωτογραφία "κήπου".png', PNG))
    const id = idOf(await add('user', { body: 'Ζήτησε έκπτωση', fileIds: [picture] }))
    const [note] = await shown('production')
    expect(note).toMatchObject({
      id,
      body: 'Ζήτησε έκπτωση',
      userName: 'Ονομα user',
      mayRemove: false,
      files: [{ id: picture, name: 'Φωτογραφία "κήπου".png', mediaType: 'image/png', byteCount: PNG.length }],
    })
    const got = await file('production', picture)
    expect(got.statusCode).toBe(200)
    expect(got.rawPayload.equals(PNG)).toBe(true)
    expect(got.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(got.headers['content-disposition']).toBe(
      `attachment; filename="__________ _______.png"; filename*=UTF-8''${encodeURIComponent('Φωτογραφία "κήπου".png')}`,
    )
    expect(await history()).toEqual([
      { command: 'notes.add-note', note: 'Ζήτησε έκπτωση · Φωτογραφία "κήπου".png', userName: 'Ονομα user' },
    ])
  })

  test('is removed and restored only by its author or an administrator, and the history records both', async () => {
    const id = idOf(await add('user', { body: 'Λάθος' }))
    const before = (await history()).length
    const no = await press('logistirio', 'remove-note', id)
    expect([no.status, refusalIn(no.json)?.code]).toEqual([403, 'notes.not-yours'])
    for (const [person, name, there] of [
      ['user', 'remove-note', false],
      ['user', 'restore-note', true],
      ['admin', 'remove-note', false],
      ['admin', 'remove-note', false],
    ] as const) {
      idOf(await press(person, name, id))
      expect((await shown('user')).some((note) => note.id === id)).toBe(there)
    }
    expect((await history()).slice(before).map(({ command }) => command)).toEqual([
      'notes.remove-note',
      'notes.restore-note',
      'notes.remove-note',
    ])
  })

  test('needs a text or a file, and an existing record', async () => {
    const empty = await add('user', { body: '   ' })
    expect([empty.status, refusalIn(empty.json)?.code]).toEqual([400, 'notes.empty'])
    const lost = await add('user', { entityId: 999_999_999, body: 'ποιος;' })
    expect([lost.status, refusalIn(lost.json)?.code]).toEqual([404, 'notes.record-missing'])
  })

  test('changes neither the version of its order nor the moment of its last change', async () => {
    const { version } = await company.db.one<{ version: number }>(sql`select version from orders where id = ${order}`)
    idOf(await add('user', { body: 'απλή σημείωση' }))
    expect(await company.db.one(sql`select version from orders where id = ${order}`)).toEqual({ version })
  })

  test('of a deleted offer is readable only with the right to restore the offer', async () => {
    const offer = await company.order('OFFER-DELETE')
    const body = { entityId: offer, body: 'γιατί;' }
    expect((await add('user', body)).status).toBe(404)
    idOf(await add('admin', body))
  })
})

describe('a file', () => {
  test('of up to ten megabytes is stored; a larger file, an empty one, or an eleventh one is refused', async () => {
    const most = Buffer.alloc(MOST_FILE_BYTES, 'κερί')
    const kept = idOf(await upload('user', 'μεγάλο.bin', most))
    idOf(await add('user', { fileIds: [kept] }))
    const got = await file('user', kept)
    expect(got.rawPayload.equals(most)).toBe(true)
    expect(got.headers['content-type']).toBe('application/octet-stream')

    const larger = await upload('user', 'πολύ μεγάλο.bin', Buffer.concat([most, PNG]))
    expect([larger.status, refusalIn(larger.json)?.code]).toEqual([400, 'too-large'])
    const nothing = await upload('user', 'άδειο.txt', Buffer.alloc(0))
    expect([nothing.status, refusalIn(nothing.json)?.code]).toEqual([400, 'notes.file-empty'])
    const many = await add('user', { fileIds: Array.from({ length: 11 }, (_, index) => index + 1) })
    expect([many.status, refusalIn(many.json)?.details?.['fields']]).toEqual([400, { fileIds: 'too_big' }])
  })

  test('that contains a web page is only downloaded, never shown', async () => {
    const page = idOf(await upload('user', 'σελίδα.html', Buffer.from('<!doctype html><script>alert(1)</script>')))
    const drawing = idOf(
      await upload('user', 'σχέδιο.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')),
    )
    idOf(await add('user', { fileIds: [page, drawing] }))
    for (const id of [page, drawing]) {
      const got = await file('user', id)
      expect(got.headers['content-type']).toBe('application/octet-stream')
      expect(got.headers['content-disposition']).toMatch(/^attachment;/)
    }
  })

  test('belongs to its uploader until a note uses it, and only one note can use it', async () => {
    const id = idOf(await upload('user', 'α.png', PNG))
    expect((await file('user', id)).statusCode).toBe(404)
    const stolen = await add('logistirio', { fileIds: [id] })
    expect([stolen.status, refusalIn(stolen.json)?.code]).toEqual([422, 'notes.file-gone'])
    const note = idOf(await add('user', { fileIds: [id] }))
    expect((await add('user', { fileIds: [id] })).status).toBe(422)
    expect((await file('admin', id)).statusCode).toBe(200)
    idOf(await press('user', 'remove-note', note))
    expect((await file('admin', id)).statusCode).toBe(404)
  })

  test('is refused to people without the right to read the record, signed in or not', async () => {
    const id = idOf(await upload('user', 'α.png', PNG))
    idOf(await add('user', { fileIds: [id] }))
    for (const person of ['driver', 'section', 'waiting'] as const) {
      expect((await file(person, id)).statusCode).toBe(403)
      expect((await upload(person, 'β.png', PNG)).status).toBe(403)
    }
    expect((await company.app.inject({ url: fileAddress(id) })).statusCode).toBe(400)
    const stranger = await company.app.inject({ method: 'POST', url: '/app/notes.upload', payload: PNG })
    expect(stranger.statusCode).toBe(400)
  })

  test('request with a malformed address is refused with a reason', async () => {
    for (const query of [
      '',
      '?input=',
      '?input=x',
      '?input={"id":-1}',
      '?input={"id":1e99}',
      '?input=1&input=2',
      '?input=%00',
    ])
      expect((await ask(company, 'GET', `/app/notes.file${query}`, { token: company.tokens.user })).status).toBe(400)
    for (const more of [
      { name: '' },
      { name: 'α\u0000' },
      { name: 'x'.repeat(201) },
      { entity: 'users' },
      { entityId: 0 },
    ])
      expect((await upload('user', 'α.png', PNG, more)).status).toBe(400)
  })
})
