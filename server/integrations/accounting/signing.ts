/** Limits what a service or the tax office says of an issued document, as it is stored and printed. */
import { codeWithin } from '../clean-text.ts'
import type { AccountingOutcome } from './accounting.ts'

type Signing = Pick<Extract<AccountingOutcome, { kind: 'acknowledged' }>, 'uid' | 'authenticationCode' | 'qrUrl'>

/** The most characters of what a service says in its own words. */
export const LONGEST_WORDS = 500
/** The most characters of a UID or an authentication code. Those of today have 40. */
export const LONGEST_CODE = 200
/** The most characters of the address of a QR. */
const LONGEST_ADDRESS = 2_000

/** Returns the codes of an issued document. One that is too long is empty: the document is issued all the same. */
export const signingWithin = ({ uid, authenticationCode, qrUrl }: Signing): Signing => ({
  uid: codeWithin(uid, LONGEST_CODE),
  authenticationCode: codeWithin(authenticationCode, LONGEST_CODE),
  qrUrl: codeWithin(qrUrl, LONGEST_ADDRESS),
})
