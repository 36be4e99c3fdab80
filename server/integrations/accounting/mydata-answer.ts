/** Reads the answer of myDATA (ResponseDoc 2.0.1) to a document that was sent as a file. */
import { createHash } from 'node:crypto'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { isMark } from '#kernel/tax/mark.ts'
import type { TaxDocument } from '#kernel/tax/tax-document.ts'
import { cutText } from '../clean-text.ts'
import { unescapeXml } from '../xml-text.ts'
import type { AccountingOutcome } from './accounting.ts'
import { vatOnWire } from './epsilon-wire.ts'
import { LONGEST_CODE, LONGEST_WORDS, signingWithin } from './signing.ts'

type Answer = Extract<AccountingOutcome, { kind: 'acknowledged' | 'refused' }>

const zWords = z
  .string()
  .default('')
  .transform((text) => unescapeXml(text).trim())
const zResponse = z.object({
  invoiceUid: zWords,
  invoiceMark: zWords,
  authenticationCode: zWords,
  qrUrl: zWords,
  statusCode: zWords,
  errors: z
    .object({ error: z.array(z.object({ code: zWords, message: zWords })).default([]) })
    .or(z.literal(''))
    .optional(),
})
const zResponseDoc = z.object({ ResponseDoc: z.object({ response: z.array(zResponse).min(1) }) })

const parser = new XMLParser({
  removeNSPrefix: true,
  // a MARK keeps all its digits
  parseTagValue: false,
  ignoreAttributes: true,
  processEntities: false,
  isArray: (name) => name === 'response' || name === 'error',
})

/** The distance of the Greek letters of ISO 8859-7 from their places in Unicode. */
const GREEK_SHIFT = 0x2d0

/** Returns a text in ISO 8859-7, in which the tax office reads the series. A letter that it lacks becomes a question mark. */
function greekBytes(text: string): Buffer {
  const codes = Array.from({ length: text.length }, (_, at) => {
    const code = text.charCodeAt(at)
    if (code >= 0x384 && code <= 0x3ce) return code - GREEK_SHIFT
    return code < 0xa1 ? code : 0x3f
  })
  return Buffer.from(codes)
}

/** What identifies a document or a delivery note at the tax office. */
type Identified = Pick<TaxDocument, 'day' | 'series' | 'number'> & {
  readonly issuer: Pick<TaxDocument['issuer'], 'vat' | 'branch'>
  readonly type: string
}

/** Returns the identifier (UID) that the tax office gives a document: a hash of issuer, day, branch, type, series and number. */
export function uidOf({ issuer, day, type, series, number }: Identified): string {
  const parts = [vatOnWire(issuer), day, issuer.branch, type, series === '' ? '0' : series, number]
  return createHash('sha1')
    .update(greekBytes(parts.join('-')))
    .digest('hex')
    .toUpperCase()
}

/**
 * Returns what the answer says of the document; null if it cannot be read or is about other documents. An answer to several
 * documents names each by its UID.
 */
export function readMydataAnswer(text: string, document: Identified): Answer | null {
  if (/<!DOCTYPE/i.test(text)) return null
  const parsed = zResponseDoc.safeParse(parse(text))
  if (!parsed.success) return null
  const { response: all } = parsed.data.ResponseDoc
  const uid = uidOf(document)
  const own = all.find(({ invoiceUid }) => invoiceUid.toUpperCase() === uid) ?? (all.length === 1 ? all[0] : undefined)
  if (!own || (own.invoiceUid !== '' && own.invoiceUid.toUpperCase() !== uid)) return null
  const { invoiceMark: mark, authenticationCode, qrUrl } = own
  if (own.statusCode === 'Success')
    return isMark(mark)
      ? { kind: 'acknowledged', processId: '', mark, ...signingWithin({ uid, authenticationCode, qrUrl }) }
      : null
  const [error] = own.errors ? own.errors.error : []
  return error
    ? { kind: 'refused', code: cutText(error.code, LONGEST_CODE), message: cutText(error.message, LONGEST_WORDS) }
    : null
}

function parse(text: string): unknown {
  try {
    return parser.parse(text)
  } catch {
    return undefined
  }
}
