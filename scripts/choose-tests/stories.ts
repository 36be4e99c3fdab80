/** Reads the stories of the browser: where each stands, what runs it, and which features it shows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf, TEST_FILES } from '../sort-tests/test-files.ts'

export type Story = {
  readonly file: string
  /** The line of its `test(`, by which Playwright finds it. */
  readonly line: number
  readonly title: string
  /** Is one of the main ways through the product, which `npm test` always runs (`@main`). */
  readonly isMain: boolean
  /** Runs in CI only (`@in-ci`). */
  readonly isInCi: boolean
  /** Its result may depend on how the engine commits, locks or begins, so it runs on PostgreSQL (`@both-engines`). */
  readonly onBothEngines: boolean
  /** The tests that the comment above it names as proof of the same ("Quicker proof: …"). */
  readonly provenBy: readonly string[]
}

/** Reads the stories in the text of a file. */
export function storiesIn(file: string, text: string): Story[] {
  const found = text.matchAll(/((?:^ *\/\/.*\n)*)^ *test\((['"`])(.*)\2,/gm)
  return [...found].map(({ index, 0: whole, 1: comment = '', 3: title = '' }) => {
    const [, named = ''] = comment.replaceAll(/\s*\/\/\s*/g, ' ').split('Quicker proof:')
    return {
      file,
      line: text.slice(0, index + whole.length).split('\n').length,
      title,
      isMain: /@main\b/.test(title),
      isInCi: /@in-ci\b/.test(title),
      onBothEngines: /@both-engines\b/.test(title),
      provenBy: named.match(/[\w./-]+\.(?:test|story|proof)\.tsx?/g) ?? [],
    }
  })
}

/** Reads all stories of the product. */
export const readStories = (root: string): Story[] =>
  filesOf(root, TEST_FILES.stories).flatMap((file) => storiesIn(file, readFileSync(join(root, file), 'utf8')))

/**
 * The files of stories that show a feature. After a change in one feature only, `npm test` runs these files instead of the main ways
 * through the product. A feature without a page of its own has no entry, and then the main ways run.
 */
export const STORIES_OF: { readonly [feature: string]: readonly string[] } = {
  backup: ['settings', 'office/administration'],
  'bank-statements': ['money/bank-statement'],
  buying: ['office/purchasing'],
  calendar: ['office/calendar'],
  'cash-desk': ['money/till-day'],
  customers: ['customers', 'customer-account', 'office/merge-customers'],
  dashboard: ['office/today'],
  'delivery-notes': ['driver/delivery-notes', 'office/transport'],
  driver: ['driver/driver-day', 'driver/driver-stops', 'driver/driver-order'],
  history: ['office/administration', 'order-page'],
  import: ['office/import'],
  invoicing: ['office/invoicing-desk', 'office/tax-documents'],
  keys: ['office/programs'],
  laundry: ['workshop/laundry'],
  merge: ['office/merge-customers'],
  notifications: ['office/notifications'],
  operations: ['operations-board'],
  'order-entry': ['order-form', 'budgets'],
  orders: ['order-page', 'office/order-list'],
  packaging: ['packer/packer-day', 'packer/packer-repeats'],
  payments: ['money/payments'],
  photos: ['goods/product-photos'],
  production: ['workshop/workshop', 'goods/recipe'],
  products: ['goods/many-products', 'goods/product-photos', 'goods-dialogs'],
  providers: ['office/purchasing'],
  receiving: ['office/incoming-notes'],
  reminders: ['money/reminders'],
  reports: ['money/month-end'],
  salespersons: ['money/month-end'],
  sections: ['workshop/workshop'],
  settings: ['settings'],
  shipping: ['shipping/planning'],
  stock: ['office/count', 'goods/running-out'],
  'stock-proof': ['office/administration'],
  'supplier-catalogue': ['office/purchasing'],
  'supplier-invoices': ['office/inbound-invoice', 'office/invoice-file', 'office/purchasing'],
  users: ['sign-in', 'office/people', 'own-account/shared-tablet'],
  views: ['lists'],
  webhooks: ['office/programs'],
  'what-if': ['goods/update-all'],
}

/** Returns the path of a file of stories that `STORIES_OF` names. */
export const storyFile = (name: string): string => `e2e/${name}.story.ts`
