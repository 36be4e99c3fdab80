/** The fields of customers, providers and their opening balances, and the words of their headings. */
import { PARTY_FIELDS, type PartyField } from '#features/parties/domain/fields.ts'
import {
  BALANCE,
  CODE,
  declaredFields,
  type Field,
  field,
  ID,
  PAYMENT_DAYS,
  PAYMENT_WAY,
  type Reads,
  TAX_KIND,
  TEXT,
} from './fields.ts'

/** The headings that mean a field, beside its own name. */
const HEADINGS: Readonly<Partial<Record<PartyField, readonly string[]>>> = {
  name: [
    'επωνυμία',
    'όνομα',
    'ονοματεπώνυμο',
    'πελάτης',
    'προμηθευτής',
    'επωνυμία πελάτη',
    'επωνυμία προμηθευτή',
    'company name',
    'customer name',
    'supplier name',
    'customer',
    'supplier',
    'display name',
    'contact name',
    'complete name',
    'partner',
  ],
  label: ['διακριτικός τίτλος', 'δ.τίτλος', 'τίτλος', 'trade name', 'company', 'sotitle', 'trade title'],
  vat: [
    'αφμ',
    'α.φ.μ.',
    'αφμ πελάτη',
    'αφμ προμηθευτή',
    'afm',
    'tax id',
    'vat number',
    'tax number',
    'tin',
    'tax registration number',
  ],
  taxOffice: ['δου', 'δ.ο.υ.', 'εφορία', 'tax office', 'irsdata', 'doy'],
  profession: ['επάγγελμα', 'δραστηριότητα', 'jobtypetrd', 'industry', 'activity'],
  address: [
    'διεύθυνση',
    'οδός',
    'οδός αριθμός',
    'street',
    'street address',
    'address 1',
    'address line 1',
    'διεύθυνση 1',
  ],
  city: ['πόλη', 'town', 'περιοχή', 'δήμος'],
  postcode: ['τκ', 'τ.κ.', 'ταχ. κώδικας', 'ταχυδρομικός κώδικας', 'zip', 'zip code', 'tk', 'postal code', 'post code'],
  country: ['χώρα', 'country name'],
  phone: [
    'τηλέφωνο',
    'τηλ',
    'τηλ.1',
    'τηλέφωνο 1',
    'τηλέφωνα',
    'σταθερό τηλέφωνο',
    'phone 1',
    'phone01',
    'telephone',
    'tel',
  ],
  phone2: [
    'κινητό',
    'τηλέφωνο 2',
    'τηλ.2',
    'mobile',
    'phone 2',
    'phone02',
    'cell phone',
    'κιν. τηλέφωνο',
    'κινητό τηλέφωνο',
  ],
  email: ['e-mail', 'ηλ. ταχυδρομείο', 'mail', 'email address'],
  social: ['ιστοσελίδα', 'website', 'webpage', 'site', 'website link'],
  representor: ['υπεύθυνος', 'εκπρόσωπος', 'επαφή', 'contact', 'contact person'],
  startDate: ['startdate', 'ημ/νία έναρξης', 'ημερομηνία έναρξης', 'έναρξη', 'start date', 'created on'],
  paymentDays: ['όροι πληρωμής', 'ημέρες πίστωσης', 'payment terms', 'credit days'],
  paymentWay: ['τρόπος πληρωμής', 'payment method', 'payment way'],
  taxKind: ['είδος πελάτη', 'customer type', 'customer kind'],
  discount: ['έκπτωση', 'έκπτωση %', 'discount %', 'prcdisc', 'discount_percent'],
  vatType: ['συντελεστής φπα', 'φπα', 'φπα %', 'vat %', 'vat rate', 'vat_type_percent'],
  category: ['κατηγορία'],
  salespersonId: ['salespersons', 'πωλητής', 'salesperson', 'salesman', 'πλασιέ'],
  tags: ['ετικέτες', 'tag'],
  customFields: ['customfields'],
  extraAddresses: ['extra_address', 'extraaddress'],
}

/** Fields that are not read as the others of their kind. */
const READS: Readonly<Partial<Record<PartyField, Reads>>> = {
  vat: { as: 'vat' },
  postcode: CODE,
  phone: CODE,
  phone2: CODE,
  tags: { as: 'list' },
  paymentDays: PAYMENT_DAYS,
  paymentWay: PAYMENT_WAY,
  taxKind: TAX_KIND,
  salespersonId: { as: 'salesperson' },
}

/** The fields of customers and providers that files may contain. */
export const PARTY: readonly Field[] = [
  field('id', ID, 'αριθμός', 'our number'),
  ...declaredFields(PARTY_FIELDS, HEADINGS, READS),
]

/** Columns of the sheet of balances that other systems print. */
const OPENING: readonly Field[] = [
  field(
    'amount',
    BALANCE,
    'υπόλοιπο',
    'ποσό',
    'υπόλοιπο έναρξης',
    'νέο υπόλοιπο',
    'λογιστικό υπόλοιπο',
    'balance',
    'opening balance',
    'amount due',
    'total due',
    'lbal',
    'τελικό υπόλοιπο',
    'τρέχον υπόλοιπο',
    'total receivable',
    'total payable',
  ),
  field('day', { as: 'day' }, 'ημερομηνία', 'ημ/νία', 'ημνία', 'date', 'as of', 'balance date'),
  field('note', TEXT, 'σημείωση', 'σημειώσεις', 'αιτιολογία', 'παρατηρήσεις', 'σχόλια', 'remarks', 'comment'),
]

/** Returns the fields of opening balances. `idHeading` is the heading of the own export for the number of the customer or provider. */
export const openingOf = (idHeading: 'customer_id' | 'provider_id'): readonly Field[] => [
  ...PARTY.filter(({ name }) => name === 'id' || name === 'name' || name === 'vat').map((one) =>
    one.name === 'id' ? { ...one, words: [idHeading, ...one.words] } : one,
  ),
  ...OPENING,
]
