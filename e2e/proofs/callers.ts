/** Calls the server under test over HTTP, as pages and external programs do, and creates a small company for proofs. */
import { NEW_ANSWER_HEADER } from '#kernel/contract.ts'
import { API_KEY, FIRST_ADMIN, PASSWORD, type ServerUnderTest } from '../server-under-test.ts'

const PIECE = 10_000

export type Answer = {
  readonly status: number
  // Proofs read any answer without a type, and a wrong shape makes them fail.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  readonly body: any
}

export type Caller = {
  /** The headers of a page in this session. */
  readonly credentials: Readonly<Record<string, string>>
  /** Sends a command of the app API, with the session cookie and the API key of the pages. */
  press(command: string, input: object, key?: string): Promise<Answer>
  /** Sends a query of the app API, as a page does. */
  ask(query: string, input?: object): Promise<Answer>
  /** The same, as a page does after its own command or news of a change. */
  askAnew(query: string, input?: object): Promise<Answer>
  /** Calls the data API as an external program does, with the token of the same session. */
  call(method: string, path: string, body?: object, key?: string): Promise<Answer>
}

async function send(address: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(address, init)
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Signs a person in through the sign-in of the pages and returns a caller with that session. */
export async function signedIn(
  server: ServerUnderTest,
  email: string = FIRST_ADMIN,
  password: string = PASSWORD,
): Promise<Caller> {
  const response = await fetch(`${server.url}/app/session.sign-in`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ email, password }),
  })
  const token = /kerino_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1]
  if (!token) throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`)
  const page = { cookie: `kerino_session=${token}`, 'x-dreamfactory-api-key': API_KEY }
  const program = { 'x-dreamfactory-session-token': token }
  const once = (key: string | undefined): Record<string, string> =>
    key === undefined ? {} : { 'idempotency-key': key }
  const addressOf = (query: string, input: object): string =>
    `${server.url}/app/${query}?input=${encodeURIComponent(JSON.stringify(input))}`
  return {
    credentials: page,
    press: (command, input, key) =>
      send(`${server.url}/app/${command}`, {
        method: 'POST',
        headers: { ...JSON_TYPE, ...page, ...once(key) },
        body: JSON.stringify(input),
      }),
    ask: (query, input = {}) => send(addressOf(query, input), { headers: page }),
    askAnew: (query, input = {}) => send(addressOf(query, input), { headers: { ...page, [NEW_ANSWER_HEADER]: '1' } }),
    call: (method, path, body, key) =>
      send(`${server.url}/api/v2/${path}`, {
        method,
        headers: { ...JSON_TYPE, ...program, ...once(key) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
  }
}

/** Returns the body of a successful answer. Throws an error with status and body for every other answer. */
export async function done(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body).slice(0, 500)}`)
  return body
}

/** Creates `count` accounts with the right to package, and signs all of them in. */
export async function createPackers(server: ServerUnderTest, admin: Caller, count: number): Promise<Caller[]> {
  const emails = Array.from({ length: count }, (_, index) => `person${index}@kerino.test`)
  for (const [index, email] of emails.entries())
    await done(
      admin.press('users.create-user', { email, username: `Πρόσωπο ${index}`, password: PASSWORD, role: 'user' }),
    )
  return Promise.all(emails.map((email) => signedIn(server, email)))
}

export type Shop = {
  readonly customer: number
  /** Sold in every order. Its stock is too low for all of them. */
  readonly candle: number
  /** Lent with every candle. */
  readonly glass: number
}

/** Creates a customer, a candle with a stock of `candles` pieces, and the glass that is lent with each candle. */
export async function openShop(admin: Caller, candles: number, glasses: number): Promise<Shop> {
  const { id: customer } = await done(admin.press('customers.create-customer', { name: 'Ξενοδοχείο Ακτή' }))
  const { id: glass } = await done(
    admin.press('products.create-product', { name: 'Ποτήρι', usageType: 'MATERIAL', lendable: true }),
  )
  const { id: candle } = await done(
    admin.press('products.create-product', {
      name: 'Κερί ρεσό',
      salesPrice: 33_500,
      vat: 2400,
      steps: [{ seq: 1, section: 'GEMISMA', materials: [{ materialId: glass, quantity: PIECE }] }],
    }),
  )
  for (const [productId, pieces] of [
    [candle, candles],
    [glass, glasses],
  ] as const)
    await done(admin.press('stock.adjust-stock', { productId, newStock: pieces * PIECE, reason: 'απογραφή' }))
  return { customer, candle, glass }
}

/** Creates one order for each number of candles, with lent glasses, and sends all for packaging. Returns their ids. */
export async function ordersToPackage(admin: Caller, shop: Shop, pieces: readonly number[]): Promise<number[]> {
  const resource = pieces.map((quantity) => ({
    customer_id: shop.customer,
    products: [{ id: shop.candle, quantity }],
    loans: [{ id: shop.glass, originid: shop.candle, quantity }],
  }))
  const made = await done(admin.call('POST', '_table/custorders', { resource }))
  const ids = made.resource.map(({ id }: { id: number }) => id) as number[]
  const { refused } = await done(admin.press('orders.move-orders', { ids, transition: 'send' }))
  if (refused.length > 0) throw new Error(`not sent for packaging: ${JSON.stringify(refused[0])}`)
  return ids
}

/** Reports whether a request failed because the server ended during it. */
export const isConnectionError = (error: unknown): boolean => error instanceof TypeError || error instanceof SyntaxError
