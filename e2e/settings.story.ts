/** An administrator finds a setting, changes the letterhead, how long records are kept, and the sections. */
import { expect, test } from './fixtures.ts'
import { demandAccessible } from './accessibility.ts'

// Quicker proof: features/settings/server/forms.test.ts, features/settings/web/form-values.test.ts,
// app/server/housekeeping.test.ts
test('an administrator changes how long records are kept, and a slip is stopped @in-ci', async ({
  enter,
  callerFor,
}) => {
  const page = await enter('admin')
  await page.goto('/settings/retention')
  await expect(page.getByText(/the next nightly run, on \d\d\/\d\d\/\d{4}/)).toBeVisible()
  const save = page.getByRole('button', { name: 'Save settings' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await demandAccessible(page, 'the settings form')

  const mails = page.getByLabel('E-mails, in days', { exact: true })
  const answers = page.getByLabel('Answers of the map search, in days')
  await expect(mails).toHaveValue('2192')

  // A forgotten digit is below the lower limit.
  await mails.fill('36')
  await mails.press('Control+s')
  await expect(mails).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByText('At least 365.', { exact: true })).toBeVisible()

  // A shorter time is asked about. Declining leaves the form as it is.
  await mails.fill('365')
  await answers.fill('60')
  await save.click()
  const question = page.getByRole('dialog', { name: 'Keep records for a shorter time?' })
  await expect(question).toContainText('E-mails: 2192 → 365 days')
  await expect(question).not.toContainText('map search')
  await question.getByRole('button', { name: 'Back' }).click()
  await expect(question).toBeHidden()
  await expect(mails).toHaveValue('365')

  // A longer time is saved at once.
  await mails.fill('3653')
  await save.click()
  await expect(page.getByText('The settings are saved.')).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Days that records are kept changed')
  await expect(history).toContainText('E-mails: 2,192 → 3,653')

  // Another administrator changes the same setting in the meantime.
  const other = await callerFor('admin')
  const theirs = { values: { mails: 1000, sessions: 365 }, shown: { mails: 3653, sessions: 180 } }
  expect((await other.press('settings.save-retention', theirs)).status).toBe(200)
  await mails.fill('4000')
  await save.click()
  await expect(page.getByText('Another person has saved 1,000.')).toBeVisible()
  await expect(page.getByLabel('Ended sessions, in days')).toHaveValue('365')
  await save.click()
  await expect(history).toContainText('E-mails: 1,000 → 4,000')
  await page.reload()
  await expect(mails).toHaveValue('4000')
  await expect(answers).toHaveValue('60')

  // Changes that are not saved are not lost by a press on the menu.
  await mails.fill('5000')
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Stay here')
})

test('an administrator finds a setting by its words, and the letterhead of the next paper has the new bank account @main', async ({
  enter,
}) => {
  const page = await enter('admin')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'General settings', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'General' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('heading', { level: 2 })).toHaveCount(6)
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('bank acc')
  await page.getByRole('link', { name: /^Bank accounts/ }).click()
  await expect(page).toHaveURL(/\/settings\/company\?setting=bankAccounts$/)
  const accounts = page.getByRole('group', { name: 'Bank accounts' })
  await expect(accounts).toBeInViewport()
  await demandAccessible(page, 'the settings form')

  // A slip in the IBAN is refused at its field.
  await accounts.getByRole('button', { name: 'Add a row' }).click()
  await accounts.getByRole('textbox', { name: 'Bank' }).last().fill('Alpha Bank')
  await accounts.getByRole('textbox', { name: 'IBAN' }).last().fill('GR16 0110 1250 0000 0001 2300 696')
  await accounts.getByRole('textbox', { name: 'IBAN' }).last().press('Control+s')
  await expect(accounts.getByText(/The check digits of this IBAN are wrong/)).toBeVisible()
  await expect(accounts.getByRole('textbox', { name: 'IBAN' }).last()).toBeFocused()
  await accounts.getByRole('textbox', { name: 'IBAN' }).last().fill('GR16 0110 1250 0000 0001 2300 695')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('The settings are saved.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    'Bank accounts: – → Alpha Bank · GR16 0110 1250 0000 0001 2300 695',
  )
})

// Quicker proof: features/settings/server/environment/try-environment.test.ts,
// features/settings/web/find-setting.test.ts
test('an administrator finds a part of the environment by its words, and tries it @in-ci', async ({ enter }) => {
  const page = await enter('admin')
  await page.goto('/settings')
  // Pages that have an entry of their own in the menu are found too.
  const search = page.getByRole('searchbox', { name: 'Search settings' })
  const found = page.getByRole('navigation', { name: 'Settings' })
  for (const [word, name, address] of [
    ['people', 'People', '/people'],
    ['sections', 'Sections Setup', '/tasktypes'],
    ['history', 'History of changes', '/history'],
  ] as const) {
    await search.fill(word)
    await expect(found.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute('href', address)
  }
  await search.fill('database')
  await page.getByRole('link', { name: /^Database/ }).click()
  await expect(page).toHaveURL(/\/settings\/environment\?setting=database$/)
  const database = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Database' }) })
  await expect(database).toBeInViewport()
  await expect(database).toContainText('DATABASE_URL')
  await database.getByRole('button', { name: 'Try it: Database' }).click()
  await expect(database.getByText(/The database answers, version \d+/)).toBeVisible()

  // A second trial within six seconds is refused. On a busy machine more than that may have passed, and then the third one is.
  await expect(async () => {
    await database.getByRole('button', { name: 'Try it: Database' }).click()
    await expect(database.getByText(/^It was tried a moment ago/)).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await page.mouse.wheel(0, -5000)
  await expect(page.getByRole('heading', { name: 'Mail server' })).toBeInViewport()
  await demandAccessible(page, 'the environment')
})

test('an administrator sets up a section: all three parts are required, and later the name is fixed', async ({
  enter,
}) => {
  const page = await enter('admin')
  await page.goto('/section/')
  await expect(page.getByRole('heading', { name: 'Sections Setup', level: 1 })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Sections Setup' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Create section' }).click()
  const creation = page.getByRole('dialog', { name: 'Create section' })
  const create = creation.getByRole('button', { name: 'Create section' })
  await create.click()
  await expect(creation.getByText('Please fill this in.')).toHaveCount(3)
  await creation.getByRole('textbox', { name: 'Name', exact: true }).fill('ΔΙΑΛΟΓΗ')
  await creation.getByRole('textbox', { name: 'Description' }).fill('Διαλογή κεριών')
  await creation.getByRole('combobox', { name: 'Floor' }).click()
  await expect(page.getByRole('option')).toHaveText(['Basement', 'Ground', '1', '2', '3', '4', '5'])
  await page.getByRole('option', { name: 'Basement' }).click()
  await create.click()
  await expect(creation).toBeHidden()

  await page.getByRole('row', { name: /ΔΙΑΛΟΓΗ/ }).click()
  const change = page.getByRole('dialog', { name: 'Change section ΔΙΑΛΟΓΗ' })
  await expect(change.getByRole('textbox', { name: 'Name', exact: true })).toHaveAttribute('readonly')
  await demandAccessible(page, 'the dialog of a section')
  await change.getByRole('textbox', { name: 'Description' }).fill('Διαλογή και έλεγχος')
  await change.getByRole('button', { name: 'Save section' }).click()
  await expect(change).toBeHidden()
  await expect(page.getByRole('row', { name: /ΔΙΑΛΟΓΗ/ })).toContainText('Διαλογή και έλεγχος')
})

test('an employee who is no administrator finds no settings', async ({ enter }) => {
  const page = await enter('user')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page', level: 1 })).toBeVisible()
  // Of this part of the menu a person who records payments has the banks, and nothing else.
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('button', { name: 'System Settings' }).click()
  await expect(menu.getByRole('link', { name: 'Banks' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'General' })).toHaveCount(0)
  await expect(menu.locator('[href="/settings"], [href="/section"], [href="/keys"], [href="/history"]')).toHaveCount(0)
})
