/** The company registry of the Greek tax office behind the product's port. */
import { fetchText } from './fetch-text.ts'
import { questionFor, readAnswer } from './gsis-wire.ts'
import type { Registry } from './registry.ts'

export type GsisAccess = {
  readonly url: string
  /** The special codes made at the tax office for this, not the password of the company there. */
  readonly username: string
  readonly password: string
  /** The VAT number asked on behalf of, when it is not the one of the codes. */
  readonly calledBy?: string | undefined
  /** When one question is given up; 15 seconds unless told otherwise. */
  readonly patience?: () => AbortSignal
}

const TIMEOUT_MILLISECONDS = 15_000

/** Opens the way to the registry. Asked once for each call: wrong questions count against the account, so none is repeated. */
export function openGsis(access: GsisAccess): Registry {
  const { url, patience = () => AbortSignal.timeout(TIMEOUT_MILLISECONDS) } = access
  return {
    async find(vat) {
      const reply = await fetchText(url, {
        method: 'POST',
        headers: { 'content-type': 'application/soap+xml; charset=utf-8', accept: 'application/soap+xml' },
        body: questionFor(vat, access),
        signal: patience(),
      })
      return 'failure' in reply
        ? { kind: 'unavailable', reason: reply.failure }
        : readAnswer(reply.status, reply.text, vat)
    },
  }
}
