/** Tests that the columns of exports of other systems are known: customers, providers, products, stock figures and balances. */
import { describe, expect, test } from 'vitest'
import { matchColumns, missingFields, systemOf } from './columns.ts'
import type { Target } from './targets.ts'

type Export = readonly [target: Target, headings: string, fields: string]

/** Separates headings and the names of fields; a dash is a column that is left out. */
const list = (text: string): (string | null)[] => text.split(' | ').map((one) => (one === '-' ? null : one))

const ODOO: readonly Export[] = [
  [
    'customers',
    'External ID | Complete Name | Tax ID | Phone | Mobile | Email | Street | City | Zip | Country | Website | Tags',
    '- | name | vat | phone | phone2 | email | address | city | postcode | country | social | tags',
  ],
  ['providers', 'External ID | Display Name | Tax ID | Email | City', '- | name | vat | email | city'],
  [
    'products',
    'Internal Reference | Name | Barcode | Product Category | Product Type | Sales Price | Cost | Customer Taxes | Unit of Measure | Quantity On Hand',
    'sku | name | barcode | category | usageType | salesPrice | costPrice | vat | unit | -',
  ],
  [
    'stock',
    'Product/Internal Reference | Product | Quantity On Hand | Unit of Measure | Reserved Quantity',
    'sku | name | stock | - | -',
  ],
  ['customer-balances', 'Partner | Tax ID | Total Receivable', 'name | vat | amount'],
  ['provider-balances', 'Partner | Tax ID | Total Payable', 'name | vat | amount'],
]

const SOFTONE: readonly Export[] = [
  [
    'customers',
    'TRDR | CODE | NAME | SOTITLE | AFM | IRSDATA | JOBTYPETRD | ADDRESS | ZIP | CITY | COUNTRY | PHONE01 | PHONE02 | EMAIL | SALESMAN',
    '- | - | name | label | vat | taxOffice | profession | address | postcode | city | - | phone | phone2 | email | -',
  ],
  [
    'providers',
    'Κωδικός | Επωνυμία | Α.Φ.Μ. | Δ.Ο.Υ. | Επάγγελμα | Διεύθυνση | Τ.Κ. | Πόλη | Χώρα | Τηλέφωνο 1 | Τηλέφωνο 2 | E-mail',
    '- | name | vat | taxOffice | profession | address | postcode | city | country | phone | phone2 | email',
  ],
  [
    'products',
    'MTRL | CODE | CODE1 | CODE2 | NAME | MTRUNIT1 | VAT | PRICEW | PRICER | MTRCATEGORY',
    '- | sku | barcode | provsku | name | unit | - | b2bSalesPrice | salesPrice | category',
  ],
  ['stock', 'CODE | NAME | QTY1', 'sku | name | stock'],
  ['customer-balances', 'CODE | NAME | AFM | LBAL', '- | name | vat | amount'],
  ['provider-balances', 'Κωδικός | Επωνυμία | ΑΦΜ | Υπόλοιπο', '- | name | vat | amount'],
]

const EPSILON: readonly Export[] = [
  [
    'customers',
    'Κωδικός | Επωνυμία | Διακριτικός Τίτλος | ΑΦΜ | ΔΟΥ | Επάγγελμα | Διεύθυνση | Πόλη | Ταχ. Κώδικας | Τηλέφωνο | Κινητό | Email | Κωδικός Λογιστικής',
    '- | name | label | vat | taxOffice | profession | address | city | postcode | phone | phone2 | email | -',
  ],
  ['providers', 'Επωνυμία | Δ.Τίτλος | ΑΦΜ | Ταχ. Κώδικας', 'name | label | vat | postcode'],
  [
    'products',
    'Κωδικός | Περιγραφή | ΜΜ1 | Κατηγορία ΦΠΑ | Τιμή Χονδρικής | Τιμή Λιανικής | Barcode | Κατηγορία',
    'sku | name | unit | vatClass | b2bSalesPrice | salesPrice | barcode | category',
  ],
  ['stock', 'Κωδικός Είδους | Περιγραφή Είδους | Τρέχον Υπόλοιπο', 'sku | name | stock'],
  ['customer-balances', 'Κωδικός | Επωνυμία | ΑΦΜ | Χρέωση | Πίστωση | Υπόλοιπο', '- | name | vat | - | - | amount'],
  ['provider-balances', 'Επωνυμία | ΑΦΜ | Τελικό Υπόλοιπο | Ημ/νία', 'name | vat | amount | day'],
]

const SINGULARLOGIC: readonly Export[] = [
  [
    'customers',
    'ΚΩΔ. ΠΕΛΑΤΗ | ΕΠΩΝΥΜΙΑ ΠΕΛΑΤΗ | ΑΦΜ | ΔΟΥ | ΔΙΕΥΘΥΝΣΗ | T.K. | ΠΟΛΗ | ΤΗΛ. 1 | ΤΗΛ. 2',
    '- | name | vat | taxOffice | address | postcode | city | phone | phone2',
  ],
  ['providers', 'ΚΩΔ. ΠΡΟΜΗΘΕΥΤΗ | ΕΠΩΝΥΜΙΑ ΠΡΟΜΗΘΕΥΤΗ | ΑΦΜ ΠΡΟΜΗΘΕΥΤΗ', '- | name | vat'],
  [
    'products',
    'ΚΩΔ. ΕΙΔΟΥΣ | ΠΕΡΙΓΡΑΦΗ ΕΙΔΟΥΣ | Μ.Μ. | ΦΠΑ % | ΤΙΜΗ ΧΟΝΔΡΙΚΗΣ | ΤΙΜΗ ΛΙΑΝΙΚΗΣ | ΠΟΣ. ΥΠΟΛΟΙΠΟ',
    'sku | name | unit | vat | b2bSalesPrice | salesPrice | -',
  ],
  ['stock', 'ΚΩΔ. ΕΙΔΟΥΣ | ΠΕΡΙΓΡΑΦΗ ΕΙΔΟΥΣ | ΠΟΣ. ΥΠΟΛΟΙΠΟ', 'sku | name | stock'],
  ['customer-balances', 'ΚΩΔ. ΠΕΛΑΤΗ | ΕΠΩΝΥΜΙΑ ΠΕΛΑΤΗ | ΧΡΕΩΣΗ | ΠΙΣΤΩΣΗ | ΥΠΟΛΟΙΠΟ', '- | name | - | - | amount'],
  ['provider-balances', 'ΚΩΔ. ΠΡΟΜΗΘΕΥΤΗ | ΕΠΩΝΥΜΙΑ ΠΡΟΜΗΘΕΥΤΗ | ΝΕΟ ΥΠΟΛΟΙΠΟ', '- | name | amount'],
]

describe.each([
  ['Odoo', ODOO],
  ['Softone', SOFTONE],
  ['Epsilon', EPSILON],
  ['SingularLogic', SINGULARLOGIC],
] as const)('an export of %s', (name, exports) => {
  test.each(exports)('of %s has columns that are all known: %s', (target, headings, fields) => {
    const columns = matchColumns(target, headings.split(' | '))
    expect(columns).toEqual(list(fields))
    expect(missingFields(target, columns)).toEqual([])
  })

  test('of customers and products names its system', () => {
    const named = exports
      .filter(([target]) => target === 'products' || target === 'customers')
      .map(([, headings]) => systemOf(headings.split(' | ')))
    expect(named).toEqual([name.toLowerCase(), name.toLowerCase()])
  })
})
