/**
 * The code of goods: of the combined nomenclature of the union (CN, eight digits) or of its tariff (TARIC, ten digits). Delivery notes name
 * it for each line.
 */
import { z } from 'zod'
import { type Refusal, refusal } from '#kernel/refusal.ts'

const CODE = /^(\d{8}|\d{10})$/

/** A code as it is stored: eight or ten digits. */
export const zCnCode = z.string().refine((text) => CODE.test(text), { message: 'products.code-form' })

/** Returns a typed code without the blanks and dots with which lists print it; null for nothing. */
export const typedCode = (text: string): string | null => text.replace(/[\s.]/g, '') || null

/** Reports whether `text` has the form of a code. */
export const isCnCode = (text: string): boolean => CODE.test(text)

/** Returns a code as lists print it, such as 3406 00 00. */
export const shownCode = (code: string): string => code.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)?$/, '$1 $2 $3 $4').trim()

/**
 * Returns the code as the tax office takes it (`TaricNo`), which has ten digits. That it takes two zeros behind a CN code is not confirmed, so
 * this is the only place that adds them.
 */
export const taricNumber = (code: string): string => code.padEnd(10, '0')

/**
 * What is wrong with the code of goods:
 * - `missing`: it has none,
 * - `unlisted`: the loaded list does not contain it,
 * - `ended`, `early`: by the list it is not valid any more, or not yet.
 * Without a loaded list only `missing` is known.
 */
export const CODE_PROBLEMS = ['missing', 'unlisted', 'ended', 'early'] as const
export type CodeProblem = (typeof CODE_PROBLEMS)[number]

/** Refuses a code that a person or a program gives to goods although the loaded list says that it is not valid. */
export const whyNotCode = (code: string, problem: CodeProblem | null): Refusal | null =>
  problem === null || problem === 'missing'
    ? null
    : refusal('invalid', `products.code-${problem}`, {
        code: shownCode(code),
        fields: { cnCode: `products.code-${problem}` },
      })

/** The page that lists the goods without a valid code, those first that leave most often. */
export const WITHOUT_CODE_PAGE = '/products?f.marks=withoutCode&sort=timesLeft&desc=1'
