/** Declares the names, inputs and outputs of the list of materials. */
import { z } from 'zod'
import { countOutput, defineQuery, listInput, listOutput, sumsOutput, zName } from '#kernel/contract.ts'
import { zQuantity, zUnitPrice } from '#kernel/money.ts'
import { goodsFigures, zMarks } from './marks.ts'
import { MATERIAL_TYPES, UNITS } from './product.ts'
import { productsRights } from './rights.ts'

export const MATERIALS_PAGE = 10

export const materialListInput = listInput(
  {
    name: zName(100),
    unit: z.enum(UNITS),
    usageType: z.array(z.enum(MATERIAL_TYPES)).min(1).max(MATERIAL_TYPES.length),
    marks: zMarks,
  },
  ['name', 'costPrice', 'unit', 'stock'],
)

/** Returns the materials, made here or purchased. Costs are null for people without the right to see them (C-49). */
export const listMaterials = defineQuery('products.materials', {
  right: productsRights.read,
  input: materialListInput,
  output: listOutput(
    z.object({
      id: z.int(),
      name: z.string(),
      description: z.string(),
      costPrice: zUnitPrice.nullable(),
      unit: z.enum(UNITS),
      stock: zQuantity,
      usageType: z.enum(MATERIAL_TYPES),
      ...goodsFigures,
    }),
  ),
})

export const countMaterials = defineQuery('products.count-materials', {
  right: productsRights.read,
  input: materialListInput,
  output: countOutput,
})

/** Sums the figures of all materials of a list. */
export const sumMaterials = defineQuery('products.sum-materials', {
  right: productsRights.read,
  input: materialListInput,
  output: sumsOutput,
})
