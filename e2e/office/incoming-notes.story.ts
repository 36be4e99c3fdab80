/** Goods arrive: the office fetches the notes of suppliers, confirms one, rejects a scanned one and enters the invoice of a third. */
import { demandAccessible } from '../accessibility.ts'
import { expect, PHONE, test } from '../fixtures.ts'
import { scan } from '../scan.ts'

test('notes of suppliers are fetched, confirmed, rejected by a scan with a reason, and lead to the invoice with its goods', async ({
  enter,
}) => {
  const page = await enter('user')
  await page.goto('/receiving')
  await page.getByRole('button', { name: 'Ask the tax office' }).click()
  await expect(page.getByText('New notes: 4')).toBeVisible()
  await demandAccessible(page, 'the list of incoming notes')
  const list = page.getByRole('grid', { name: 'Incoming delivery notes' })
  await expect(list.getByText('15 days left').first()).toBeVisible()

  await list.getByText('ΔΑ 4711').click()
  const note = page.getByRole('dialog', { name: 'Delivery note ΔΑ 4711' })
  await expect(note.getByText('On the way')).toBeVisible()
  await demandAccessible(page, 'an incoming note')
  await note.getByRole('button', { name: 'Confirm receipt' }).click()
  await demandAccessible(page, 'the question over an incoming note')
  await page
    .getByRole('dialog', { name: /Were all goods/ })
    .getByRole('button', { name: 'Confirm receipt' })
    .click()
  await expect(note.getByText(/Receipt confirmed by/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list.getByText('ΔΑ 4711')).toBeHidden()

  await scan(page, 'https://mydata.example/TimologioQR/QRInfo?q=received1')
  const scanned = page.getByRole('dialog', { name: 'Delivery note ΔΑ 4712' })
  await scanned.getByRole('button', { name: 'Reject the note' }).click()
  const reason = page.getByRole('dialog', { name: 'Reject the whole note ΔΑ 4712?' })
  await reason.getByLabel('Reason').fill('Broken boxes')
  await reason.getByRole('button', { name: 'Reject the note' }).click()
  await expect(scanned.getByText(/Note rejected by/)).toBeVisible()
  await expect(scanned.getByText('Reason: Broken boxes')).toBeVisible()
  await scanned.getByRole('button', { name: 'Confirm receipt' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText(/rejected/)
  await demandAccessible(page, 'the reason of a closed button')
  await page.keyboard.press('Escape')

  await list.getByText('ΔΑ 4713').click()
  const third = page.getByRole('dialog', { name: 'Delivery note ΔΑ 4713' })
  await third.getByRole('button', { name: 'Enter the supplier’s invoice' }).click()
  await expect(page).toHaveURL(/\/(createinvoice|invoice-file\/\d+)$/)
})

test('the deadline of each note is in sight on narrow and wide windows', async ({ enter }) => {
  const page = await enter('user')
  await page.goto('/receiving')
  const list = page.getByRole('grid', { name: 'Incoming delivery notes' })
  for (const width of [640, 768, 900, 1100, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(
        () => list.evaluate(({ parentElement: box }) => box && box.scrollWidth - box.clientWidth),
        `what is cut at ${width} px`,
      )
      .toBe(0)
  }
})

test('a note is answered on a phone at the gate, and what did not leave yet says so', async ({ enter }) => {
  const page = await enter('production', PHONE)
  await page.goto('/receiving')
  await page.getByRole('button', { name: 'Ask the tax office' }).click()
  await page.getByText('ΔΑ 4714').click()
  const note = page.getByRole('dialog', { name: 'Delivery note ΔΑ 4714' })
  await expect(note.getByText('Has not left yet')).toBeVisible()
  await expect(note.getByRole('button', { name: 'Confirm receipt' })).toHaveAccessibleDescription(/have not left/)
  await expect(note.locator('[data-why-closed]')).toHaveText(/have not left/)
  await demandAccessible(page, 'an incoming note on a phone')
})
