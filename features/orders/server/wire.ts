/** Parts of an order as programs write them. */
import { z } from 'zod'

export const zWireId = z.union([
  z.int().min(1),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])
