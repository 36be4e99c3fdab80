/** Tests that the key of a program may do what people with its role may do, at every command, query and table. */
import { PASSWORD } from '#testing/people-and-goods.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY_ROLES } from '#features/keys/domain/keys.ts'
import { may } from '#kernel/rights.ts'
import { tables } from '#app/server/features.ts'
import {
  ask,
  callByName,
  ENDPOINTS,
  NO_TAX_OFFICE,
  NOT_OWN,
  openTestCompany,
  refusalIn,
  type TestCompany,
} from '#testing/company.ts'
import { FULL_LENGTH, usualOrFull } from '#testing/length.ts'
import { samples } from '#testing/samples.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

/** Refusals of what only a person has: an account, preferences, cash that they carry, keys and notes of their own. */
const FOR_PEOPLE = ['people-only', 'users.no-account', 'payments.nothing-carried', 'notes.not-yours']
/** No outside service is configured here. */
const NOT_CONFIGURED = [
  'invoicing.not-configured',
  ...NO_TAX_OFFICE,
  'customers.registry-not-configured',
  'customers.vies-off',
  'customers.places-not-configured',
]

const headersOf = async (role: string): Promise<{ headers: Record<string, string> }> => {
  const input = { password: PASSWORD, name: `Πρόγραμμα ${role}`, role, perMinute: 100_000 }
  const { json } = await callByName(company, 'keys.create', input, { token: company.tokens.admin })
  return { headers: { 'x-dreamfactory-api-key': (json as { key: string }).key } }
}

/**
 * Roles whose keys send a valid input to each command. The other roles of the office have the rights of `user` (C-86), and
 * the walk sends one to each command in every run, as the person with the fewest rights.
 */
const WITH_SAMPLES: readonly string[] = ['user', 'driver', ...(FULL_LENGTH ? ['admin'] : [])]
/** A key sends a valid input to one of so many commands; permissions.test.ts sends one to each as a person with the same role. */
const ONE_OF = usualOrFull(3, 1)

describe.each(KEY_ROLES)('a key with the role %s', (role) => {
  test('is refused and accepted like a person with this role', async () => {
    const key = await headersOf(role)
    const valid = samples(company)
    const wrong: object[] = []
    for (const [at, { name, right }] of ENDPOINTS.entries()) {
      const allowed = may({ role }, right)
      const sampled = allowed && WITH_SAMPLES.includes(role) && at % ONE_OF === 0
      const input = sampled ? await (valid[name] as () => Promise<object>)() : {}
      const { status, json } = await callByName(company, name, input, key)
      const no = refusalIn(json)
      const asPromised = sampled
        ? status === 200 || [...FOR_PEOPLE, ...NOT_OWN, ...NOT_CONFIGURED].includes(no?.code ?? '')
        : (status === 403 && no?.details?.['right'] === right.name) !== allowed && status < 500
      if (!asPromised) wrong.push({ name, status, no })
    }
    expect(wrong).toEqual([])
    for (const { name, read } of tables) {
      const { status } = await ask(company, 'GET', `/api/v2/_table/${name}?limit=1`, key)
      const rights = [read].flat()
      expect({ name, status }).toEqual({ name, status: rights.some((right) => may({ role }, right)) ? 200 : 403 })
    }
  })
})
