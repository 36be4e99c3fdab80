/** Tests how an administrator says which person is a driver that shipments know only by name. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readShippingLists, saveSetting } from '#server/company.ts'
import { sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { AREA_FORM } from '../../domain/drivers/area-drivers.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
const { does, refusalOf } = peopleOf(() => company)

const names = async () => (await does<{ drivers: string[] }>('admin', 'shipping.drivers-without-account', {})).drivers
const link = (driver: string, userId = company.userIds.driver) =>
  does<{ shipments: number }>('admin', 'shipping.link-driver', { userId, driver })

beforeEach(async () => {
  const { db } = company
  await saveSetting(db, 'shipping', { ...(await readShippingLists(db)), drivers: ['Κώστας Νέος', 'Άλλος'] })
  await db.run(sql`delete from shipments where vehicle = 'δοκιμή'`)
  await db.run(sql`
    insert into shipments (driver, driver_user_id, driver_type, status, finished_at, vehicle) values
      ('ΚΩΣΤΑΣ ΝΕΟΣ', null, 'Driver', 'PENDING', null, 'δοκιμή'),
      ('Κώστας Νέος', null, 'Driver', 'DONE', now(), 'δοκιμή'),
      ('Κώστας Νέος', null, 'Driver', 'DONE', now() - interval '40 days', 'δοκιμή'),
      ('Μόνο στο δρομολόγιο', null, 'Driver', 'PENDING', null, 'δοκιμή'),
      ('ACS', null, 'ACS', 'PENDING', null, 'δοκιμή')`)
})

const shipments = () =>
  company.db.many<{ driver: string; own: boolean }>(sql`
    select driver, driver_user_id is not null as own from shipments where vehicle = 'δοκιμή' order by id`)

test('the drivers without an account are those of the settings and of recent shipments, each once', async () => {
  expect(await names()).toEqual(['Άλλος', 'Κώστας Νέος', 'Μόνο στο δρομολόγιο'])
})

test('the person gets the recent shipments, whatever the accents, and the name leaves the list', async () => {
  expect(await link('κωστας νεος')).toEqual({ shipments: 2 })
  expect((await shipments()).slice(0, 4)).toEqual([
    { driver: 'Ονομα driver', own: true },
    { driver: 'Κώστας Νέος', own: true },
    { driver: 'Κώστας Νέος', own: false },
    { driver: 'Μόνο στο δρομολόγιο', own: false },
  ])
  expect(await names()).toEqual(['Άλλος', 'Μόνο στο δρομολόγιο'])
  const { changes } = await company.db.one<{ changes: object }>(sql`
    select changes from history where command = 'shipping.link-driver' and entity = 'users' order by id desc limit 1`)
  expect(changes).toEqual({ driverLink: [null, 'κωστας νεος'] })
})

test('the areas of the driver get the user name', async () => {
  const ofArea = (name: string) => ({ area: '26', driver: name, vehicle: '' })
  await saveSetting(company.db, 'area-drivers', { whenInvoiced: true, areas: [ofArea('Κώστας Νέος')] })
  await link('κωστας νεος')
  expect(await readSettings(company.db, AREA_FORM)).toEqual({ whenInvoiced: true, areas: [ofArea('Ονομα driver')] })
})

test('a second link of the same name is refused', async () => {
  await link('Κώστας Νέος')
  expect(
    (await refusalOf('admin', 'shipping.link-driver', { userId: company.userIds.driver, driver: 'Κώστας Νέος' })).code,
  ).toBe('shipping.no-such-driver')
})

test('only an account with the role of a driver can be linked, and only by an administrator', async () => {
  const input = { userId: company.userIds.user, driver: 'Άλλος' }
  expect((await refusalOf('admin', 'shipping.link-driver', input)).code).toBe('shipping.no-driver-account')
  expect((await refusalOf('operations', 'shipping.link-driver', input)).code).toBe('forbidden')
})
