/** The disk of the server is lost. The page of the set-up of a new installation brings everything back from a backup. */
import { randomUUID } from 'node:crypto'
import { demandAccessible } from '../accessibility.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { done, signedIn } from '../proofs/callers.ts'
import { API_KEY, FIRST_ADMIN, type ServerUnderTest, startServer } from '../server-under-test.ts'

const CUSTOMER = 'Φάρος Θήρας'
const PASSPHRASE = 'δύσκολη φράση 2026'
/** No backup contains passwords, so the person chooses a new one. */
const NEW_PASSWORD = 'four wicks on the shelf'
const PIECE = 10_000
/** Only ends a wait that hangs: a busy machine may be ten times as slow. */
const LONG = { timeout: 90_000 }

type Press = { readonly command: string; readonly input: object; readonly key: string }
/** A press on a phone that reached the lost server and whose answer never arrived, and one that never reached it. */
const ANSWER_LOST: Press = { command: 'customers.create-customer', input: { name: CUSTOMER }, key: randomUUID() }
const NEVER_SENT: Press = { ...ANSWER_LOST, input: { name: 'Πέλαγος Νάξου' }, key: randomUUID() }

type Work = { readonly customer: number; readonly order: number; readonly file: Buffer }

/** Takes an order and makes a backup. Returns their numbers and the file. */
async function workAndBackUp(server: ServerUnderTest): Promise<Work> {
  const admin = await signedIn(server)
  const { id: customer } = await done(admin.press(ANSWER_LOST.command, ANSWER_LOST.input, ANSWER_LOST.key))
  const { id: productId } = await done(admin.press('products.create-product', { name: 'Κερί Θήρας', sku: 'DISK-1' }))
  const lines = [{ productId, quantity: PIECE }]
  const { id: order } = await done(admin.press('orders.create-order', { customerId: customer, lines, loans: [] }))
  const { id } = await done(admin.press('backup.start', {}))
  await expect
    .poll(async () => {
      const { backups } = await done(admin.ask('backup.list'))
      return (backups as { id: number; state: string }[]).find((one) => one.id === id)?.state
    }, LONG)
    .toBe('DONE')
  const address = `${server.url}/app/backup.fetch?input=${encodeURIComponent(JSON.stringify({ id }))}`
  const answer = await fetch(address, { headers: admin.credentials })
  return { customer, order, file: Buffer.from(await answer.arrayBuffer()) }
}

async function restore(page: Page, file: Buffer): Promise<void> {
  await page.getByRole('link', { name: 'Restore a backup instead' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose the file' }).click()
  await (await chooser).setFiles({ name: 'saved.zip.enc', mimeType: 'application/octet-stream', buffer: file })
  await page.getByRole('textbox', { name: 'Passphrase of the backup' }).fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Check the backup' }).click()
  await expect(page.getByRole('heading', { name: 'saved.zip.enc' })).toBeVisible(LONG)
  await demandAccessible(page, 'what a backup contains before it is restored')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(FIRST_ADMIN)
  await page.locator('input[autocomplete="new-password"]').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Restore everything' }).click()
  await expect(page).toHaveURL(/\/login$/, LONG)
}

// Quicker proof: features/backup/server/backup.test.ts, features/backup/server/store/bucket.test.ts,
// e2e/proofs/restore.proof.ts, server/runner/idempotency.test.ts
test('after the loss of a disk the set-up page brings everything back, and what a phone sends again happens once @in-ci', async ({
  page,
}) => {
  // both start at once, which saves the time of one start
  const [lost, empty] = await Promise.all([
    startServer({ demo: false, env: { BACKUP_PASSPHRASE: PASSPHRASE } }),
    startServer({ demo: false, env: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } }),
  ])
  await using server = empty
  const { customer, order, file } = await workAndBackUp(lost)
  await lost.remove()

  await page.goto(server.url)
  await expect(page).toHaveURL(/\/setup$/)
  await restore(page, file)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(FIRST_ADMIN)
  await page.locator('input[autocomplete="current-password"]').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/\/login$/)
  await page.goto(`${server.url}/order-detail/${order}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(order))
  await expect(page.getByText(CUSTOMER).first()).toBeVisible()

  const send = async ({ command, input, key }: Press): Promise<unknown> => {
    const headers = { 'x-dreamfactory-api-key': API_KEY, 'idempotency-key': key }
    return (await page.request.post(`${server.url}/app/${command}`, { data: input, headers })).json()
  }
  expect(await send(ANSWER_LOST)).toMatchObject({ id: customer })
  expect(await send(NEVER_SENT)).toEqual(await send(NEVER_SENT))
  const headers = { 'x-dreamfactory-api-key': API_KEY }
  const found = await page.request.get(`${server.url}/api/v2/_table/customers?fields=name&order=name`, { headers })
  const { resource } = (await found.json()) as { resource: { name: string }[] }
  const names = [CUSTOMER, 'Πέλαγος Νάξου']
  expect(
    resource
      .map(({ name }) => name)
      .filter((name) => names.includes(name))
      .toSorted(),
  ).toEqual(names.toSorted())
})
