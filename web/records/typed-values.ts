/** The values of declared fields while they are typed, in forms and in the drafts that a device keeps of them. */
import { z } from 'zod'
import type { Field, Fields } from '#kernel/records/fields.ts'

/** Returns the schema of a value while it is typed. What an earlier version did not store has its usual value. */
function zTyped({ kind, sent, usual }: Field): z.ZodType {
  switch (kind) {
    case 'choice':
    case 'list':
    case 'object':
      return sent.default(usual)
    case 'flag':
    case 'since':
      return z.boolean().default(false)
    case 'name':
    case 'text':
    case 'code':
    case 'email':
      return z.string().default('')
    case 'day':
    case 'moment':
    case 'wallClock':
      return z.string().nullable().default(null)
    case 'id':
    case 'percent':
    case 'money':
    case 'price':
    case 'quantity':
    case 'count':
    case 'degree':
    case 'reference':
      return z
        .number()
        .nullable()
        .default(usual as number | null)
  }
}

/** Returns the schemas of the values of a form, as the shape of an object. */
export const typedShape = (fields: Fields): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, zTyped(field)]))
