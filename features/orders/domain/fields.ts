/**
 * Declares the plain fields of orders, each once, in the order of the data API. Contracts, the columns that are written, read and split, the
 * table of the data API, imports, the list, the form with its draft, the page and tests read them from here. ARCHITECTURE.md says
 * what else a new field needs. A reference to another record is chosen, checked and named by hand.
 */
import { z } from 'zod'
import { plainKeys, zExtra } from '#features/parties/domain/fields.ts'
import { zText } from '#kernel/contract.ts'
import type { FieldOptions } from '#kernel/records/field-options.ts'
import { type Field, field, inList, inPanel, orNone, type TypedValues } from '#kernel/records/fields.ts'

/** The delivery address. Additional fields of programs are stored too. */
export const zAddress = z
  .object({
    address: zText(300).default(''),
    postcode: zText(20).optional(),
    phone: zText(50).optional(),
    city: zText(100).optional(),
    building: zText(100).optional(),
    floor: zText(50).optional(),
    lat: z.number().min(-90).max(90).optional(),
    lon: z.number().min(-180).max(180).optional(),
  })
  .catchall(zExtra)
  .refine(plainKeys, { message: 'unknown' })
export type DeliveryAddress = z.output<typeof zAddress>

/**
 * What people write about an order besides its customer, lines and loans. Fields without `panel` have inputs of their own. Programs write
 * each of them, because a PATCH replaces the whole content. What happens to an order, such as its status, its invoice and its shipment, is
 * written by its moves.
 */
export const ORDER_FIELDS = {
  description: field.text(4000),
  driverNote: field.text(2000, { panel: 'delivery', wire: 'driverinfo' }),
  deliveryAddress: field.object<DeliveryAddress, { wire: 'delivery_address'; shape: z.ZodType }>(
    zAddress,
    { address: '' },
    { wire: 'delivery_address', shape: z.union([zAddress, z.string().transform((address) => ({ address }))]) },
  ),
  expectedDelivery: orNone(
    field.wallClock({
      wire: 'expected_delivery_date',
      copy: false,
      list: true,
      sort: true,
      filter: true,
      filterName: 'delivery',
      from: 760,
    }),
  ),
  validUntil: orNone(field.day({ wire: 'valid_until', copy: false })),
} satisfies Readonly<Record<string, Field<unknown, FieldOptions & { readonly wire?: string }>>>

export type OrderField = keyof typeof ORDER_FIELDS

/** Returns one field with everything that its row may say. */
export const fieldOf = (name: OrderField): Field => ORDER_FIELDS[name]

/** The values of the form. */
export type OrderValues = TypedValues<typeof ORDER_FIELDS>

/** The columns of the list that are fields. It has others that are computed, and name and label of the customer. */
export const LISTED_FIELDS = inList(ORDER_FIELDS)

/** The fields that the form asks for, and the page shows, by their kind. */
export const PANEL_FIELDS = inPanel(ORDER_FIELDS, 'delivery')
