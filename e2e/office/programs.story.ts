/** A web shop is connected: it gets a key, reads with it, is told of events, and is shut out again. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { demandAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { athensDay } from '../shop.ts'
import { done } from '../proofs/callers.ts'
import { PASSWORD } from '../server-under-test.ts'

test('an administrator creates a key, a program reads with it until it is revoked, and a receiver takes a test and an event', async ({
  enter,
  server,
  callerFor,
}) => {
  const page = await enter('admin')
  // no other key of this company may have the name, not even one of an earlier run
  const name = `Web shop ${randomUUID()}`
  await page.goto('/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Accounting' }).click()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
  expect(key).toMatch(/^krn_/)
  await demandAccessible(page, 'a new key')
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const read = async () => {
    const answer = await fetch(`${server.url}/api/v2/_table/customers?limit=1`, {
      headers: { 'x-dreamfactory-api-key': key },
    })
    return answer.status
  }
  expect(await read()).toBe(200)
  await page.goto(`/keys?q=${encodeURIComponent(name)}`)
  const keys = page.getByRole('grid', { name: 'Keys for programs' })
  await keys.getByText(name).click()
  const one = page.getByRole('dialog', { name: 'Key' })
  await expect(one.getByText(`krn_…${key.slice(-4)}`)).toBeVisible()
  await expect(one.getByText('Never')).toHaveCount(0)
  await demandAccessible(page, 'a key')
  await one.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByRole('button', { name: 'Revoke for ever' }).click()
  await expect(page.getByText(`The key of ${name} is revoked.`)).toBeVisible()
  expect(await read()).toBe(401)

  const received: { id: string; body: string }[] = []
  let status = 404
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => void (body += part.toString()))
    request.on('end', () => {
      received.push({ id: String(request.headers['webhook-id']), body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    await page.goto('/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).click()
    const form = page.getByRole('dialog', { name: 'New webhook' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Receiver of the story')
    await form.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1/hook')
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await expect(form.getByText('The address must begin with https://.')).toBeVisible()
    await form.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/hook')
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await expect(form.getByText('This address leads into a private network.').first()).toBeVisible()
    await form.getByRole('textbox', { name: 'Address' }).fill(url)
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await expect(form.getByRole('textbox', { name: 'Secret of the signatures' })).toHaveValue(/^whsec_/)
    await form.getByRole('button', { name: 'Close' }).last().click()

    const panel = page.getByRole('region', { name: 'Receiver of the story' })
    await panel.getByRole('button', { name: 'Send a test' }).click()
    await expect(panel.getByRole('status')).toContainText('has nothing at this address (status 404)')
    status = 204
    await panel.getByRole('button', { name: 'Send a test' }).click()
    await expect(panel.getByRole('status')).toContainText('The receiver accepted it (status 204')
    expect(received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { type: 'webhook.test' },
      { type: 'webhook.test' },
    ])
    await demandAccessible(page, 'the webhooks')

    const admin = await callerFor('admin')
    const { id } = await done(admin.press('customers.create-customer', { name: 'Πελάτης του δέκτη' }))
    const payment = await done(
      admin.press('payments.record-payment', {
        bound: 'Inbound',
        type: 'CASH',
        amount: 1_500,
        date: athensDay(),
        customerId: id,
      }),
    )
    const taken = () => received.map(({ body }) => JSON.parse(body) as { type: string; data: { id?: number } })
    await expect
      .poll(() =>
        taken()
          .filter(({ type }) => type === 'payment.recorded')
          .map(({ data }) => data.id),
      )
      .toContain(payment.id)

    await panel.getByRole('button', { name: 'Last deliveries' }).click()
    const deliveries = page.getByRole('dialog', { name: 'Last deliveries' })
    await expect(deliveries.getByText('Payment recorded').first()).toBeVisible()
    await expect(deliveries.getByText('Received').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await panel.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove webhook' }).click()
    await expect(panel).toHaveCount(0)
  } finally {
    await new Promise((resolve) => receiver.close(resolve))
  }
})
