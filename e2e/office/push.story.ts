/**
 * A clerk switches notifications on for two devices, and is told of mentions there. The browser of the stories has no push service and
 * asks nobody for the permission. Both are replaced: a simulated service decrypts what the server sends.
 */
import { type PushBrowser, startPushSimulator } from '#simulators/push-simulator.ts'
import { demandAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'

type Keys = { endpoint: string; p256dh: string; auth: string }

/** Runs in the browser before the page. Subscribes with these keys instead of asking a push service. */
const replacePushManager = ({ endpoint, p256dh, auth }: Keys): void => {
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer
  let current: object | null = null
  const subscription = {
    endpoint,
    options: { applicationServerKey: null },
    getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
    unsubscribe: async () => {
      current = null
      return true
    },
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => current,
    subscribe: async () => (current = subscription),
  })
  Object.assign(Notification, { requestPermission: async () => 'granted' })
  Object.defineProperty(Notification, 'permission', { get: () => 'default' })
}

// Quicker proof: features/notifications/server/push/push.test.ts, features/notifications/web/push-browser.test.ts,
// web/offline/service-worker.test.ts, e2e/office/notifications.story.ts (the drawer, its choices and their accessibility)
test('a clerk is told of mentions on each device where notifications are on, and no longer on one where they are switched off @in-ci', async ({
  enter,
  callerFor,
}) => {
  const service = await startPushSimulator()
  const admin = await callerFor('admin')
  const pressed = (command: string, input: object) => done(admin.press(command, input))
  const customer = await pressed('customers.create-customer', { name: `Πελάτης συσκευής ${Date.now()}` })
  const mention = (text: string) =>
    pressed('notes.add-note', { entity: 'customers', entityId: customer.id, body: `@Μαρία Πωλητή ${text}` })
  const openDrawer = async (device: PushBrowser) => {
    const page = await enter('user', { serviceWorkers: 'allow' })
    await page.addInitScript(replacePushManager, device.subscription)
    await page.goto('/customers')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
    await page.getByRole('button', { name: /^Notifications: / }).click()
    const drawer = page.getByRole('dialog', { name: 'Notifications' })
    await drawer.getByRole('button', { name: 'Choose what to see' }).click()
    return {
      page,
      here: drawer.getByRole('switch', { name: 'Show on this device' }),
      devices: drawer.getByRole('list', { name: 'On your devices' }).getByRole('listitem'),
    }
  }
  const told = (device: PushBrowser) => device.received.map(({ message }) => message.body)

  const [desk, laptop] = [service.browser(), service.browser()]
  const atDesk = await openDrawer(desk)
  await expect(atDesk.here).not.toBeChecked()
  await atDesk.here.click()
  await expect(atDesk.here).toBeChecked()
  await expect(atDesk.devices).toHaveText([/This device/])
  await demandAccessible(atDesk.page, 'the devices of the notifications')
  await mention('ask for the address')
  await expect.poll(() => told(desk)).toEqual([expect.stringContaining('ask for the address')])
  expect(desk.received[0]?.message.tag).toBe(`notes.mention/customers/${customer.id}`)

  const atLaptop = await openDrawer(laptop)
  await expect(atLaptop.devices).toHaveCount(1)
  await expect(atLaptop.here).not.toBeChecked()
  await atLaptop.here.click()
  await expect(atLaptop.devices).toHaveCount(2)

  await atDesk.devices
    .filter({ hasText: 'This device' })
    .getByRole('button', { name: /^Switch off/ })
    .click()
  await expect(atDesk.here).not.toBeChecked()
  await expect(atDesk.devices).toHaveCount(1)
  await mention('ask for the phone number')
  await expect.poll(() => told(laptop)).toContainEqual(expect.stringContaining('ask for the phone number'))
  expect(told(desk)).toHaveLength(1)
  expect(service.problems()).toEqual([])
  await service.close()
})
