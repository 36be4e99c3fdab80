/** The salespersons of the demo company and their customers. */
import type { DemoCustomer } from './customers.ts'

export type DemoSalesperson = {
  readonly name: string
  readonly surname: string
  readonly email: string
  /** The number of days before today on which the person started. */
  readonly started: number
  readonly first_discount_bp: number
  readonly normal_discount_bp: number
  readonly looksAfter: (customer: DemoCustomer) => boolean
}

/** Customers are assigned by their trade; restaurants and bars also by their distance. */
export const DEMO_SALESPERSONS: readonly DemoSalesperson[] = [
  {
    name: 'Δήμητρα',
    surname: 'Αλεξίου',
    email: 'd.alexiou@kerino.demo',
    started: 1_900,
    first_discount_bp: 1000,
    normal_discount_bp: 500,
    looksAfter: ({ trade, near }) => near && (trade === 'ΕΣΤΙΑΣΗ' || trade === 'ΜΠΑΡ'),
  },
  {
    name: 'Στέλιος',
    surname: 'Βασιλάκης',
    email: 's.vasilakis@kerino.demo',
    started: 1_240,
    first_discount_bp: 1250,
    normal_discount_bp: 750,
    looksAfter: ({ trade, near }) => !near && (trade === 'ΕΣΤΙΑΣΗ' || trade === 'ΜΠΑΡ'),
  },
  {
    name: 'Ειρήνη',
    surname: 'Μαυρίδου',
    email: 'e.mavridou@kerino.demo',
    started: 820,
    first_discount_bp: 1500,
    normal_discount_bp: 800,
    looksAfter: ({ trade }) => trade === 'ΞΕΝΟΔΟΧΕΙΑ',
  },
  {
    name: 'Θανάσης',
    surname: 'Ρήγας',
    email: 'th.rigas@kerino.demo',
    started: 2_300,
    first_discount_bp: 500,
    normal_discount_bp: 300,
    looksAfter: ({ trade }) => trade === 'ΕΚΚΛΗΣΙΕΣ' || trade === 'ΚΑΤΑΣΤΗΜΑΤΑ',
  },
]

/** Returns the salesperson of a customer. Every tenth customer has none. */
export const salespersonOf = (customer: DemoCustomer, index: number): DemoSalesperson | undefined =>
  index % 10 === 9 ? undefined : DEMO_SALESPERSONS.find(({ looksAfter }) => looksAfter(customer))
