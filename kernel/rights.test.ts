import { describe, expect, test } from 'vitest'
import { actingRole, ADMIN, defineRights, landingOf, may, OFFICE, ROLES, whyNotChangeRight } from './rights.ts'

const { read, drive, setUp, own } = defineRights('test', {
  read: OFFICE,
  drive: ['driver'],
  setUp: { holders: ADMIN, fixed: true },
  own: { holders: ['driver'], most: ['driver', 'user'] },
})

describe('a right', () => {
  test('is held by its roles, and by nobody without a role', () => {
    expect(ROLES.filter((role) => may({ role }, read))).toEqual(ROLES.filter((role) => OFFICE.includes(role)))
    expect(may({ role: null, rightChanges: { 'test.read': true } }, read)).toBe(false)
  })

  test('can be given to each role of the office and taken from its holders, unless it is fixed or says to whom', () => {
    const open = (right: typeof read) => ROLES.filter((role) => whyNotChangeRight(role, right) === null)
    expect(open(read)).toEqual(ROLES.filter((role) => OFFICE.includes(role)))
    expect(open(drive)).toEqual(ROLES.filter((role) => OFFICE.includes(role) || role === 'driver'))
    expect(open(own)).toEqual(ROLES.filter((role) => role === 'driver' || role === 'user'))
    expect(ROLES.map((role) => whyNotChangeRight(role, setUp))).toEqual(ROLES.map(() => 'fixed'))
    expect(whyNotChangeRight('driver', read)).toBe('not-for-role')
  })

  test.each([
    ['given to a role of the office', 'user', drive, true, true],
    ['taken from a role', 'user', read, false, false],
    ['given to a driver, who cannot have it', 'driver', read, true, false],
    ['given although it is fixed', 'user', setUp, true, false],
  ] as const)('that an administrator changed counts only if it may be changed: %s', (_, role, right, changed, held) => {
    expect(may({ role, rightChanges: { [right.name]: changed } }, right)).toBe(held)
  })
})

test.each([
  ['its role', { role: 'driver', section: null }, 'driver'],
  ['the section whose account name it has', { role: 'driver', section: 'ΧΥΤΑ' }, 'section'],
  ['its role as an administrator, whatever its name', { role: 'admin', section: 'ΧΥΤΑ' }, 'admin'],
  ['the section without a role', { role: null, section: 'ΧΥΤΑ' }, 'section'],
  ['no role if it has none', { role: null, section: null }, null],
  ['no role if its role is unknown', { role: 'boss', section: null }, null],
  ['no role if its section no longer exists', { role: 'section', section: null }, null],
])('an account acts with %s', (_, account, role) => {
  expect(actingRole(account)).toBe(role)
})

test.each([
  ['the page that was set for the account', { landing: '/stock', role: 'driver', section: 'ΧΥΤΑ' }, '/stock'],
  [
    'the page of its section',
    { landing: null, role: 'user', section: 'ΧΥΤΑ 1' },
    '/single/%CE%A7%CE%A5%CE%A4%CE%91%201',
  ],
  ['the page of its role', { landing: '', role: 'driver', section: null }, '/driverpage'],
  ['the dashboard for a role without a page', { landing: null, role: 'boss', section: null }, '/dashboard'],
  ['the dashboard without a role', { landing: null, role: null, section: null }, '/dashboard'],
])('an account lands after sign-in on %s (C-03)', (_, account, page) => {
  expect(landingOf(account)).toBe(page)
})
