import { describe, expect, test } from 'vitest'
import { accountState, whyNotChange } from './accounts.ts'

describe('the state of an account', () => {
  test.each([
    ['with a role', { role: 'user', section: null, status: 'ACTIVE' }, 'ACTIVE'],
    ['of a workshop', { role: null, section: 'ΧΥΤΑ', status: 'ACTIVE' }, 'ACTIVE'],
    ['without a role', { role: null, section: null, status: 'ACTIVE' }, 'WAITING'],
    [
      'that registered with the first name of a workshop',
      { role: null, section: 'ΧΥΤΑ', status: 'WAITING' },
      'WAITING',
    ],
    ['that is deactivated', { role: 'admin', section: null, status: 'DISABLED' }, 'DISABLED'],
  ])('%s', (_title, account, state) => {
    expect(accountState(account)).toBe(state)
  })
})

describe('a change of role or status', () => {
  const admin = { id: 1, role: 'admin', section: null, status: 'ACTIVE' }
  const clerk = { id: 2, role: 'user', section: null, status: 'ACTIVE' }
  const codeOf = (...input: Parameters<typeof whyNotChange>) => whyNotChange(...input)?.code ?? null

  test('of the own account is refused, whatever it becomes', () => {
    const by = { userId: 1, otherAdministrators: 3 }
    expect(codeOf(admin, { role: 'user' }, by)).toBe('users.own-account')
    expect(codeOf(admin, { status: 'DISABLED' }, by)).toBe('users.own-account')
    expect(codeOf(clerk, { role: 'admin' }, { userId: 2, otherAdministrators: 1 })).toBe('users.own-account')
    expect(codeOf(admin, { role: 'admin' }, by)).toBeNull()
  })

  test('of the last administrator is refused', () => {
    const by = { userId: 3, otherAdministrators: 0 }
    expect(codeOf(admin, { role: 'user' }, by)).toBe('users.last-administrator')
    expect(codeOf(admin, { status: 'DISABLED' }, by)).toBe('users.last-administrator')
    expect(codeOf(admin, { role: 'user' }, { ...by, otherAdministrators: 1 })).toBeNull()
    expect(codeOf({ ...admin, status: 'DISABLED' }, { status: 'ACTIVE' }, by)).toBeNull()
    expect(codeOf(clerk, { status: 'DISABLED' }, by)).toBeNull()
  })

  test('by a program makes nobody an administrator', () => {
    const by = { userId: null, otherAdministrators: 1 }
    expect(codeOf(clerk, { role: 'admin' }, by)).toBe('people-only')
    expect(codeOf({ ...admin, status: 'DISABLED' }, { status: 'ACTIVE' }, by)).toBe('people-only')
    expect(codeOf(clerk, { role: 'logistirio' }, by)).toBeNull()
    expect(codeOf(admin, { role: 'user' }, by)).toBeNull()
  })
})
