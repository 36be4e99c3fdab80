/** The people of the demo company who can sign in. */

/** The password of all of them. */
export const DEMO_PASSWORD = 'kerino-demo'

export type DemoAccount = {
  readonly email: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  /** Null: waits for approval. */
  readonly role: string | null
}

/** Every role, two drivers, two workshops and one who waits; printed by whoever starts the demo. */
export const DEMO_ACCOUNTS = [
  {
    email: 'admin@kerino.demo',
    username: 'Ελένη Διαχειριστή',
    firstName: 'Ελένη',
    lastName: 'Διαχειριστή',
    role: 'admin',
  },
  { email: 'user@kerino.demo', username: 'Μαρία Πωλητή', firstName: 'Μαρία', lastName: 'Πωλητή', role: 'user' },
  {
    email: 'logistirio@kerino.demo',
    username: 'Σοφία Λογιστή',
    firstName: 'Σοφία',
    lastName: 'Λογιστή',
    role: 'logistirio',
  },
  {
    email: 'production@kerino.demo',
    username: 'Κώστας Κηροπλάστης',
    firstName: 'Κώστας',
    lastName: 'Κηροπλάστης',
    role: 'production',
  },
  {
    email: 'operations@kerino.demo',
    username: 'Άννα Αποθηκάριου',
    firstName: 'Άννα',
    lastName: 'Αποθηκάριου',
    role: 'operations',
  },
  { email: 'driver@kerino.demo', username: 'Γιώργος Οδηγός', firstName: 'Γιώργος', lastName: 'Οδηγός', role: 'driver' },
  {
    email: 'driver2@kerino.demo',
    username: 'Νίκος Μεταφορέας',
    firstName: 'Νίκος',
    lastName: 'Μεταφορέας',
    role: 'driver',
  },
  { email: 'xyta@kerino.demo', username: 'Εργαστήριο Χυτά', firstName: 'xyta', lastName: '', role: 'user' },
  { email: 'gemisma@kerino.demo', username: 'Εργαστήριο Γέμισμα', firstName: 'gemisma', lastName: '', role: 'user' },
  { email: 'waiting@kerino.demo', username: 'Πέτρος Νέος', firstName: 'Πέτρος', lastName: 'Νέος', role: null },
] as const satisfies readonly DemoAccount[]

export type DemoEmail = (typeof DEMO_ACCOUNTS)[number]['email']

/** Account and name of someone, as the rows they wrote carry them; null is the product itself. */
export type People = (email: DemoEmail | null) => { user_id: number | null; user_name: string }
