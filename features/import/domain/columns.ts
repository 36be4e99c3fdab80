/** Finds what each column of a file contains, by its heading. */
import { fold } from '#kernel/fold.ts'
import { FIELDS, KEYS, keepsOwnFields, NEEDED, OWN_FIELD, type Target } from './targets.ts'

/** What each column contains: the name of a field, `OWN_FIELD`, or null for a column that is left out. */
export type Columns = readonly (string | null)[]

/** Returns a heading as it is compared: only letters and digits, without capitals and accents. */
export const headingKey = (heading: string): string => fold(heading).replace(/[^\p{L}\p{N}%]/gu, '')

/** The distinct headings by which the exports of other systems are recognised. */
const SYSTEMS = {
  odoo: [
    'externalid',
    'internalreference',
    'taxid',
    'displayname',
    'zip',
    'street',
    'productcategory',
    'customertaxes',
    'quantityonhand',
    'unitofmeasure',
    'isacompany',
    'companytype',
  ],
  softone: [
    'trdr',
    'irsdata',
    'jobtypetrd',
    'phone01',
    'sotitle',
    'mtrl',
    'mtrunit1',
    'pricew',
    'pricer',
    'code1',
    'afm',
    'prcdisc',
    'sodtype',
    'mtrcategory',
    'mtrgroup',
  ],
  epsilon: [
    'κωδικοσepsilon',
    'μμ1',
    'τιμηχονδρικησ',
    'τιμηλιανικησ',
    'κατηγοριαφπα',
    'ταχκωδικασ',
    'δτιτλοσ',
    'κωδικοσλογιστικησ',
  ],
  singularlogic: [
    'τηλ1',
    'τηλ2',
    'κωδπελατη',
    'κωδπρομηθευτη',
    'κωδειδουσ',
    'περιγραφηειδουσ',
    'επωνυμιαπελατη',
    'επωνυμιαπρομηθευτη',
    'ποσυπολοιπο',
  ],
} as const
export type System = keyof typeof SYSTEMS
export const SYSTEM_NAMES = Object.keys(SYSTEMS) as System[]

/** Headings under which an export with the names of the database contains numbers of another table instead of what they say. */
const CODED: Readonly<Partial<Record<System, readonly string[]>>> = { softone: ['vat', 'country', 'salesman'] }

/** Two headings of a system may be chance. */
const LEAST_HEADINGS = 2

/** Returns the system whose export has these headings; null if too few of them are typical of one. */
export function systemOf(headings: readonly string[]): System | null {
  const keys = new Set(headings.map(headingKey))
  const found = SYSTEM_NAMES.map((system) => ({
    system,
    count: SYSTEMS[system].filter((key) => keys.has(key)).length,
  })).toSorted((one, other) => other.count - one.count)
  const [first] = found
  return first && first.count >= LEAST_HEADINGS ? first.system : null
}

/**
 * Returns what each column contains. What the company chose earlier for a heading wins over the words of the fields, and no field is
 * in two columns.
 */
export function matchColumns(
  target: Target,
  headings: readonly string[],
  remembered: Readonly<Record<string, string | null>> = {},
): (string | null)[] {
  const keys = headings.map(headingKey)
  const taken = new Set<string>()
  const take = (name: string | null): string | null => {
    if (name === null || name === OWN_FIELD) return name
    if (taken.has(name)) return null
    taken.add(name)
    return name
  }
  const known = (name: string): boolean =>
    FIELDS[target].some((field) => field.name === name) || (name === OWN_FIELD && keepsOwnFields(target))
  const columns = keys.map((key) => {
    const chosen = Object.hasOwn(remembered, key) ? remembered[key] : undefined
    if (chosen === undefined || (chosen !== null && !known(chosen))) return undefined
    return take(chosen)
  })
  const system = systemOf(headings)
  // a person may still choose such a column
  const coded = (system && CODED[system]) ?? []
  for (const { name, words } of FIELDS[target]) {
    const at = words
      // the order of the words is that of their certainty
      .map(headingKey)
      .filter((key) => !coded.includes(key))
      .map((key) => keys.findIndex((own, index) => own === key && columns[index] === undefined))
      .find((index) => index >= 0)
    if (at !== undefined) columns[at] = take(name)
  }
  return columns.map((column) => column ?? null)
}

/** Returns how many headings are known, to find the sign that separates columns. */
export const knownColumns = (target: Target, headings: readonly string[]): number =>
  matchColumns(target, headings).filter((column) => column !== null).length

/** Returns the fields by which rows can find records that exist, the most certain first. */
export const possibleKeys = (target: Target, columns: Columns): string[] =>
  KEYS[target].filter((key) => columns.includes(key))

/** Returns the fields that no column contains although a row cannot be imported without them. */
export const missingFields = (target: Target, columns: Columns): string[] => {
  const missing = NEEDED[target].filter((name) => !columns.includes(name))
  // a file of changes needs no name if its rows are found by another field
  return possibleKeys(target, columns).length > 0 && target !== 'recipes'
    ? missing.filter((name) => name !== 'name')
    : missing
}

/** Returns a field that is in two columns, or null. */
export const fieldTwice = (columns: Columns): string | null =>
  columns.find((name, at) => name !== null && name !== OWN_FIELD && columns.indexOf(name) !== at) ?? null
