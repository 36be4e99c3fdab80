/** The people and the goods of the test company. */
import { salespersons } from '#features/salespersons/domain/contract.ts'
import { insertUser } from '#features/users/server/create-user.ts'
import { type HashWork, hashPassword } from '#accounts/server/passwords.ts'
import { Sessions } from '#accounts/server/sessions.ts'
import { addDays, dayOf } from '#kernel/day.ts'
import { rate } from '#kernel/money.ts'
import { SYSTEM } from '#server/command.ts'
import type { Database } from '#server/db/database.ts'
import { insertRecord } from '#server/records/record.ts'
import type { Runner } from '#server/runner.ts'
import { PASSWORD, PEOPLE, type Person, PIECE, type Run, type Stock } from '#server/samples/sample-company.ts'

export { PASSWORD, PEOPLE, type Person, PIECE, roleOf, type Run, type Stock } from '#server/samples/sample-company.ts'

/** Hash parameters that make sign-in fast; sign-in.test.ts tests those of the product. */
const CHEAP_HASH: HashWork = { memoryKib: 8, passes: 1 }
/** Enough for tests that create thousands of orders. */
const LARGE_STOCK = 100_000 * PIECE
/** The costs of the company's products. No other figure equals them, so that tests can search any answer for them. */
export const COSTS = { candle: 3.7713, glass: 1.3177 } as const

/** Creates the people, and signs each of them in. */
export async function addPeople(db: Database, runner: Runner) {
  const passwordHash = await hashPassword(PASSWORD, CHEAP_HASH)
  const tokens: Partial<Record<Person, string>> = {}
  const userIds: Partial<Record<Person, number>> = {}
  const sessions = new Sessions(db)
  for (const [name, { role, firstName }] of Object.entries(PEOPLE)) {
    const person = name as Person
    const email = emailOf(person)
    userIds[person] = await runner.work(SYSTEM, 'test.hire', (work) =>
      insertUser(work, {
        email,
        username: `Ονομα ${name}`,
        firstName,
        lastName: '',
        role,
        landing: null,
        passwordHash,
      }),
    )
    tokens[person] = (await sessions.signIn(email, PASSWORD, false, '127.0.0.1')).token
  }
  return { tokens: tokens as Record<Person, string>, userIds: userIds as Record<Person, number> }
}

export const emailOf = (person: Person): string => `${person.replace(' ', '-')}@kerino.test`

export const addSalesperson = (runner: Runner): Promise<number> =>
  runner.work(SYSTEM, 'test.hire', (work) =>
    insertRecord(salespersons, work, {
      name: 'Θανάσης',
      surname: 'Ρήγας',
      email: '',
      startDate: null,
      firstDiscount: rate(10_00),
      normalDiscount: rate(5_00),
    }),
  )

/** Creates customers, a provider, products with stock, a payment and a loan. */
export async function addGoods(run: Run): Promise<Omit<Stock, 'salesperson'>> {
  const made = async (command: string, input: object) => ((await run(command, input)) as { id: number }).id
  const customer = await made('customers.create-customer', {
    name: 'Ξενοδοχείο Ακτή',
    address: 'Ερμού 1',
    city: 'Αθήνα',
  })
  const other = await made('customers.create-customer', { name: 'Ταβέρνα Πλάτανος' })
  const provider = await made('providers.create-provider', { name: 'ΚΗΡΟΠΛΑΣΤΙΚΗ ΑΤΤΙΚΗΣ ΑΕ', vat: '998877666' })
  const glass = await made('products.create-product', {
    name: 'Ποτήρι',
    sku: 'GLASS',
    cnCode: '70139900',
    usageType: 'PURCHASED-MATERIAL',
    lendable: true,
    costPrice: Math.round(COSTS.glass * PIECE),
  })
  const candle = await made('products.create-product', {
    name: 'Κερί',
    sku: 'CANDLE',
    cnCode: '34060000',
    salesPrice: 10_0000,
    costPrice: Math.round(COSTS.candle * PIECE),
  })
  // the typed cost stays until the product has steps; from now on the cost follows from the glass
  await run('products.change-product', {
    id: candle,
    version: 1,
    changes: { steps: [{ seq: 1, section: 'GEMISMA', materials: [{ materialId: glass, quantity: PIECE }] }] },
  })
  for (const productId of [candle, glass])
    await run('stock.adjust-stock', { productId, newStock: LARGE_STOCK, reason: 'απογραφή' })
  await run('payments.record-payment', {
    bound: 'Inbound',
    type: 'CASH',
    amount: 12_34,
    date: addDays(dayOf(new Date().toISOString()), -25),
    customerId: customer,
  })
  await run('loans.record-loan', { bound: 'OUTBOUND', customerId: customer, productId: glass, quantity: 3 * PIECE })
  return { customer, other, provider, candle, glass }
}
