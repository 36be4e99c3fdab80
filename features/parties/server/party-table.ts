/** The table of a kind of party in the data API, with the earlier column names and the rules of the commands. */
import { z } from 'zod'
import { computed, day, decimal, integer, json, moment, type RecordOf, text } from '#server/data-api/fields.ts'
import { type DataTable, dataTable, importOf, type Relation } from '#server/data-api/table.ts'
import { sql } from '#server/db/database.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { dataRights, type Right } from '#kernel/rights.ts'
import { type PartyPatch, zCustomField, zExtraAddress, zPartyPatch } from '../domain/contract.ts'
import { type PartyKind, tableOf } from './kind.ts'
import { insertImportedParty, insertParty, removeParty, rewriteParty } from './write-party.ts'

const zTags = z.array(z.union([z.string(), z.number().transform(String)])).max(100)

const fields = {
  id: integer('p.id'),
  name: text('p.name', { required: true, note: 'At least 4 characters.' }),
  label: text('p.label', { note: 'The company.' }),
  taxOffice: text('p.tax_office'),
  address: text('p.address'),
  city: text('p.city'),
  postcode: text('p.postcode'),
  country: text('p.country'),
  phone: text('p.phone'),
  phone2: text('p.phone2'),
  startdate: day('p.start_date'),
  representor: text('p.representor'),
  discount: decimal('p.discount_bp', 2, { note: 'Main discount in percent.' }),
  paymentDays: integer('p.payment_days', {
    note: 'Days until a charge is due. Null: the terms of the company. 0: at once.',
  }),
  paymentWay: text('p.payment_way', {
    note: 'on-credit, cash, cheque, transfer, transfer-abroad, web-banking, card or iris. Empty: the way of the company.',
  }),
  taxKind: text('p.tax_kind', {
    note: 'home, union, outside (companies), private or public (also churches). Empty: what VAT number and country say.',
  }),
  category: text('p.category'),
  vatType: decimal('p.vat_type_bp', 2, { note: 'Percent.' }),
  vat: text('p.vat', { plainOrder: true, note: 'VAT number.' }),
  social: text('p.social'),
  profession: text('p.profession'),
  email: text('p.email', { note: 'One address, or several (at most 10) with commas. Mails go to all of them.' }),
  tags: json('p.tags', { shape: zTags }),
  salespersons: integer('p.salesperson_id', { note: 'The id of the salesperson.' }),
  customfields: json('p.custom_fields', { shape: z.array(zCustomField).max(100), note: 'List of name and value.' }),
  extra_address: json('p.extra_addresses', { shape: z.array(zExtraAddress).max(100) }),
  merged_into: computed(
    integer('p.merged_into', { note: 'The record into which this one was merged. What referred to it moved there.' }),
  ),
  created: computed(moment('p.created_at')),
  updated: computed(moment('p.updated_at')),
}

/** Converts a record to the input of the commands. Null clears a text or a list. */
function patchOf(record: RecordOf<typeof fields>): PartyPatch {
  const orEmpty = <T>(value: T | null | undefined, none: T): T | undefined => (value === null ? none : value)
  return parseInput(zPartyPatch, {
    name: orEmpty(record.name, ''),
    label: orEmpty(record.label, ''),
    taxOffice: orEmpty(record.taxOffice, ''),
    address: orEmpty(record.address, ''),
    city: orEmpty(record.city, ''),
    postcode: orEmpty(record.postcode, ''),
    country: orEmpty(record.country, ''),
    phone: orEmpty(record.phone, ''),
    phone2: orEmpty(record.phone2, ''),
    startDate: record.startdate,
    representor: orEmpty(record.representor, ''),
    discount: orEmpty(record.discount, 0),
    paymentDays: record.paymentDays,
    paymentWay: orEmpty(record.paymentWay, ''),
    taxKind: orEmpty(record.taxKind, ''),
    category: orEmpty(record.category, ''),
    vatType: orEmpty(record.vatType, 0),
    vat: orEmpty(record.vat, ''),
    social: orEmpty(record.social, ''),
    profession: orEmpty(record.profession, ''),
    email: orEmpty(record.email, ''),
    tags: orEmpty(record.tags, []),
    salespersonId: record.salespersons,
    customFields: orEmpty(record.customfields, []),
    extraAddresses: orEmpty(record.extra_address, []),
  })
}

type Parts = {
  readonly note: string
  readonly rights: { readonly read: Right; readonly write: Right }
  readonly related: Readonly<Record<string, Relation>>
}

/** Returns the table of a kind. Its placeholders are valid ids in other tables, but they are no rows of it (C-14). */
export const partyTable = (kind: PartyKind, { note, rights: { read, write }, related }: Parts): DataTable =>
  dataTable({
    name: kind.name,
    note,
    from: sql`(select * from ${tableOf(kind)} where not system) p`,
    id: 'id',
    fields,
    replaced: sql`p.merged_into is not null`,
    read,
    write: { create: write, update: write, delete: write },
    related,
    names: {
      startDate: 'startdate',
      salespersonId: 'salespersons',
      customFields: 'customfields',
      extraAddresses: 'extra_address',
    },
    create: (work, record) => {
      const patch = patchOf(record)
      return insertParty(kind, work, { ...patch, name: patch.name ?? '' })
    },
    imports: importOf({
      right: dataRights.import,
      fields,
      numbering: 'parties',
      create: (work, { id, ...record }) => {
        const patch = patchOf(record)
        return insertImportedParty(kind, work, { ...patch, name: patch.name ?? '' }, { id: id ?? undefined })
      },
    }),
    update: async (work, id, record) => {
      await rewriteParty(kind, work, id, patchOf(record))
    },
    remove: (work, id) => removeParty(kind, work, id),
  })
