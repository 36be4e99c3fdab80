/** The office creates a provider from the registry, finds and changes it, pays it, and reads what is owed. */
import { demandAccessible } from '../accessibility.ts'
import { done } from '../proofs/callers.ts'
import { expect, intercept, test } from '../fixtures.ts'
import { athensDay } from '../shop.ts'

/** A company of the demo registry. */
const COMPANY = { vat: '701122337', name: 'ΓΑΛΑΝΗΣ ΤΡΟΦΙΜΑ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ' }

// Quicker proof: features/providers/server/providers.test.ts, features/parties/web/form/party-form.test.ts,
// features/parties/web/form/vat-fill.test.ts, e2e/budgets.story.ts
test('a provider is created by the VAT number and two keys, found, changed, and shows what was paid @in-ci', async ({
  enter,
  callerFor,
}) => {
  const page = await enter('user')
  await page.goto('/createprovider')
  const vat = page.getByRole('region', { name: 'Tax', exact: true }).getByLabel('VAT', { exact: true })
  await expect(vat).toBeFocused()
  const create = page.getByRole('button', { name: 'Create provider', exact: true })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await expect(create).toHaveAccessibleDescription(/at least 4 characters/)
  await demandAccessible(page, 'the form of a new provider')

  // what is typed stays on the device until it is saved or discarded
  const typed = page.getByRole('region', { name: 'Company', exact: true }).getByRole('textbox', { name: /^Name/ })
  await typed.fill('Κηρέμπορος σε αναμονή')
  await page.reload()
  await expect(page.getByText('What you had typed here is back.')).toBeVisible()
  await expect(typed).toHaveValue('Κηρέμπορος σε αναμονή')
  await page.getByRole('button', { name: 'Discard it and start over' }).click()
  await expect(typed).toHaveValue('')
  await vat.focus()
  await page.keyboard.type(COMPANY.vat)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New provider by VAT number' })
  await expect(dialog.getByRole('button', { name: 'Create provider' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/providers')

  await page.goto('/providers?q=galanis')
  await page.getByRole('row', { name: COMPANY.name }).click()
  await page.waitForURL(/\/provider-detail\/\d+/)
  const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
  await page.getByRole('tab', { name: 'Edit' }).click()
  await page
    .getByRole('region', { name: 'Contact', exact: true })
    .getByLabel('Phone', { exact: true })
    .fill('2100123456')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL((url) => url.pathname === '/providers')

  const office = await callerFor('admin')
  await done(
    office.press('payments.record-payment', {
      bound: 'Outbound',
      type: 'CASH',
      amount: 12_50,
      date: athensDay(),
      providerId: id,
    }),
  )
  await page.goto(`/provider-detail/${id}`)
  await expect(page.getByRole('region', { name: 'Balance of the provider' })).toContainText('in credit')
  await expect(page.locator('[data-transactions]')).toContainText('Payment: cash')
  await demandAccessible(page, 'the page of a provider')
  await page.goto('/dashboardproviders')
  await expect(page.getByRole('row', { name: COMPANY.name })).toContainText('-€12.50')

  // the alerts of the specification (C-53)
  await page.goto('/provider-detail/999999999')
  await expect(page.getByRole('alert')).toContainText('Ο προμηθευτής δεν βρέθηκε.')
  await intercept(page, '**/app/providers.detail?*', (route) => route.abort())
  await page.goto(`/provider-detail/${id}`)
  const alert = page.getByRole('alert').filter({ hasText: 'Σφάλμα κατά την ανάκτηση των στοιχείων του προμηθευτή.' })
  await expect(alert).toBeVisible()
  await page.unroute('**/app/providers.detail?*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(COMPANY.name)
})
