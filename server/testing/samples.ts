/** Collects the valid inputs of every command, query, lookup and paper from the features. */
import { samples as customers } from '#features/customers/server/samples.ts'
import { samples as driver } from '#features/driver/server/samples.ts'
import { samples as invoicing } from '#features/invoicing/server/samples.ts'
import { samples as loans } from '#features/loans/server/samples.ts'
import { samples as mail } from '#features/mail/server/samples.ts'
import { samples as notes } from '#features/notes/server/samples.ts'
import { samples as operations } from '#features/operations/server/samples.ts'
import { samples as orders } from '#features/orders/server/samples.ts'
import { samples as packaging } from '#features/packaging/server/samples.ts'
import { samples as payments } from '#features/payments/server/samples.ts'
import { samples as production } from '#features/production/server/samples.ts'
import { samples as products } from '#features/products/server/samples.ts'
import { samples as reports } from '#features/reports/server/samples.ts'
import { samples as salespersons } from '#features/salespersons/server/samples.ts'
import { samples as search } from '#features/search/server/samples.ts'
import { samples as sections } from '#features/sections/server/samples.ts'
import { samples as settings } from '#features/settings/server/samples.ts'
import { samples as shipping } from '#features/shipping/server/samples.ts'
import { samples as stock } from '#features/stock/server/samples.ts'
import { samples as users } from '#features/users/server/samples.ts'
import type { TestCompany } from '#server/testing/company.ts'
import type { Sample } from './sample-parts.ts'

const SAMPLES = [
  customers,
  driver,
  invoicing,
  loans,
  mail,
  notes,
  operations,
  orders,
  packaging,
  payments,
  production,
  products,
  reports,
  salespersons,
  search,
  sections,
  settings,
  shipping,
  stock,
  users,
]

/** Returns the samples of all features by name. */
export const samples = (company: TestCompany): Readonly<Record<string, Sample>> =>
  Object.assign({}, ...SAMPLES.map((of) => of(company))) as Record<string, Sample>
