/** The accounts of the demo company. */

/** The password of all accounts. */
export const DEMO_PASSWORD = 'kerino-demo'

export type DemoAccount = {
  readonly email: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  /** Null for an account that waits for approval. */
  readonly role: string | null
}

/**
 * One account of every role, two drivers, two workshops, and one that waits for approval. The start of the demo
 * prints them.
 */
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

/** Returns the id and the name of an account, as stored in the rows that it wrote; null is the product itself. */
export type People = (email: DemoEmail | null) => { user_id: number | null; user_name: string }
