/** Declares how an invoice is entered from a file: the upload, what the file means, and the answers to what is asked. */
import { z } from 'zod'
import { UNITS } from '#features/products/domain/product.ts'
import { productFields } from '#features/products/domain/contract.ts'
import { defineCommand, defineQuery, zAsWritten, zFileName, zId, zName } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents, zDecimalSign, zPositiveQuantity, zQuantity, zRate, zUnitPrice } from '#kernel/money.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'
import { FILE_FORMS } from '#features/supplier-files/domain/document.ts'
import { ASKED_FOR, MATCHED_BY } from '#features/supplier-files/domain/matching.ts'

const right = purchasesRights.write

const zEarlier = z.object({ id: z.int(), number: z.string() }).nullable()

/** Stores a file, which is the body, and refuses what is no invoice for this company, and a file that was entered already. */
export const readFile = defineCommand('purchases.read-file', {
  right,
  input: z.strictObject({
    name: zFileName,
    /** The decimal sign of the numbers of a CSV file, if the refusal asked for it. */
    decimalSign: zDecimalSign.optional(),
  }),
  output: z.object({ id: z.int() }),
})

const zCandidate = z.object({ id: z.int(), name: z.string(), sku: z.string(), unit: z.enum(UNITS), vat: zRate })

const zMatch = z.union([
  z.object({ state: z.literal('matched'), by: z.enum(MATCHED_BY), product: zCandidate, factor: zQuantity }),
  z.object({ state: z.literal('expense') }),
  z.object({
    state: z.literal('asked'),
    why: z.literal('unit'),
    by: z.enum(MATCHED_BY),
    product: zCandidate,
    /** How many units a pack of the provider has, by the catalogue or an earlier answer for another unit. */
    proposed: zQuantity.nullable(),
  }),
  z.object({
    state: z.literal('asked'),
    why: z.enum(ASKED_FOR).exclude(['unit']),
    candidates: z.array(zCandidate),
  }),
])

/** A line of the invoice that a line of the file becomes. */
const zBecomes = z.object({
  productId: z.int().nullable(),
  name: z.string(),
  sku: z.string(),
  unit: z.enum(UNITS),
  providerSku: z.string(),
  quantity: zQuantity,
  price: zUnitPrice,
  discount: zRate,
  vat: zRate,
})

const zDraftLine = z.object({
  line: z.int(),
  code: z.string(),
  barcode: z.string(),
  name: z.string(),
  quantity: zQuantity,
  unit: z.string(),
  vat: zRate.nullable(),
  net: zCents,
  match: zMatch,
  /** Empty while the line is asked; two lines if one price would miss the amount. */
  becomes: z.array(zBecomes),
})
export type FileDraftLine = z.output<typeof zDraftLine>

const zProvider = z.object({ id: z.int(), name: z.string(), vat: z.string() })

const zFileDraft = z.object({
  id: z.int(),
  name: z.string(),
  form: z.enum(FILE_FORMS),
  uploaded: z.string(),
  userName: z.string(),
  /** What the file says. */
  written: z.object({
    providerVat: z.string(),
    providerName: z.string(),
    number: z.string(),
    date: zDay.nullable(),
    /** Null for a delivery note, which has no amounts. */
    net: zCents.nullable(),
    vat: zCents.nullable(),
    gross: zCents.nullable(),
  }),
  /** The provider with the VAT number of the file, or the one that the person has chosen. Null if there is none or several. */
  provider: zProvider.nullable(),
  /** The providers with the VAT number of the file, if there are several. */
  providers: z.array(zProvider),
  /** The category code of the provider's last invoice; empty if there is none. */
  refcode: z.string(),
  lines: z.array(zDraftLine),
  /** An invoice with the same provider and number. */
  sameNumber: zEarlier,
  /** The invoice that was entered from this file and cancelled, which the next one replaces. */
  canceled: zEarlier,
})
export type FileDraft = z.output<typeof zFileDraft>

/** Returns what a stored file means for a provider: the one in the file, or `providerId` if it names no known one. */
export const fileDraft = defineQuery('purchases.file-draft', {
  right,
  input: z.strictObject({ id: zId, providerId: zId.nullable().default(null) }),
  output: z.object({ draft: zFileDraft }),
})

/**
 * Remembers what a line of a file means, for this and every later file of the provider: a product, a new product, or an expense. A unit
 * that cannot be converted needs a factor.
 */
export const answerLine = defineCommand('purchases.answer-line', {
  right,
  input: z.strictObject({
    fileId: zId,
    providerId: zId,
    line: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
    answer: z.union([
      z.strictObject({
        kind: z.literal('product'),
        productId: zId,
        factor: zPositiveQuantity.nullable().default(null),
      }),
      z.strictObject({
        kind: z.literal('new'),
        name: productFields.name,
        sku: zName(60).default(''),
        unit: z.enum(UNITS),
        factor: zPositiveQuantity.nullable().default(null),
        asWritten: zAsWritten,
      }),
      z.strictObject({ kind: z.literal('expense') }),
    ]),
  }),
  output: z.object({ productId: z.int().nullable() }),
})
