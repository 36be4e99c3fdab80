/** Connects to VIES, the service of the European Commission that knows the VAT numbers for trade inside the union. */
import { z } from 'zod'
import { HOME } from '#kernel/tax/country.ts'
import type { UnionNumber } from '#kernel/tax/union-vat.ts'
import { cleanText, codeWithin, cutText } from '../clean-text.ts'
import { fetchText } from '../fetch-text.ts'
import { parseJson } from '../parse-json.ts'
import { NO_PAUSE, type ServicePause, wantsPause } from '../service-pause.ts'

export type ViesAnswer =
  | {
      readonly kind: 'answered'
      readonly valid: boolean
      /** Empty if the country of the number does not publish them. */
      readonly name: string
      readonly address: string
      /** The number of this consultation, which proves it; empty if VIES gave none. */
      readonly requestId: string
    }
  /** VIES or the country of the number gives no answer now. It says nothing about the number. */
  | { readonly kind: 'unavailable'; readonly reason: string }

export type Vies = {
  /**
   * Asks for a number. With `requester`, the Greek VAT number of the company, the answer has a number that proves the consultation.
   * Never throws for a failure of the service or the connection.
   */
  ask(number: UnionNumber, requester: string | null): Promise<ViesAnswer>
}

export type ViesAccess = {
  readonly url: string
  /** Prevents questions after VIES blocked this address or number. Without it there is no pause. */
  readonly pause?: ServicePause
  /** Returns the signal that stops one question; 10 seconds by default. */
  readonly timeLimit?: () => AbortSignal
}

const TIMEOUT_MILLISECONDS = 10_000
/** VIES refuses these callers for a while, whatever they ask. */
const BLOCKED = ['IP_BLOCKED', 'VAT_BLOCKED']

/** The code of a country at VIES, which calls Greece EL. */
const viesCountry = (country: string): string => (country === HOME ? 'EL' : country)

/** VIES writes this for a name or address that a country does not publish. */
const NOT_PUBLISHED = '---'
/** The most characters that are stored of a name and an address, which are cut, and of the number of a consultation, which is left out. */
const LONGEST = { name: 300, address: 500, requestId: 100 } as const
const zWords = z
  .string()
  .nullish()
  .transform((text) => cleanText(text ?? ''))
  .transform((text) => (text === NOT_PUBLISHED ? '' : text))
const zAnswer = z
  .object({
    countryCode: zWords,
    vatNumber: zWords,
    // two versions of the service name it differently
    valid: z.boolean().optional(),
    isValid: z.boolean().optional(),
    name: zWords,
    address: zWords,
    requestIdentifier: zWords,
  })
  .transform(({ valid, isValid, ...rest }) => ({ ...rest, valid: valid ?? isValid }))
const zFault = z.object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) })

/** Returns what VIES says of a number. Its refusals have the status 200, and are no answers about the number. */
function readAnswer(text: string, { country, vat }: UnionNumber): ViesAnswer {
  const body = parseJson(text)
  const fault = zFault.safeParse(body).data?.errorWrappers[0]
  if (fault) return { kind: 'unavailable', reason: /^[A-Z_]{3,60}$/.test(fault.error) ? fault.error : 'unknown-code' }
  const { data } = zAnswer.safeParse(body)
  if (data?.valid === undefined) return { kind: 'unavailable', reason: 'unreadable' }
  const { valid, countryCode, vatNumber, name, address, requestIdentifier: requestId } = data
  const isAnother =
    (countryCode !== '' && countryCode !== viesCountry(country)) || (vatNumber !== '' && vatNumber !== vat)
  return isAnother
    ? { kind: 'unavailable', reason: 'another-number' }
    : {
        kind: 'answered',
        valid,
        name: cutText(name, LONGEST.name),
        address: cutText(address, LONGEST.address),
        requestId: codeWithin(requestId, LONGEST.requestId),
      }
}

/** Returns VIES. A question is never repeated by itself; only a wrong requester is left out. */
export function openVies({
  url,
  pause = NO_PAUSE,
  timeLimit = () => AbortSignal.timeout(TIMEOUT_MILLISECONDS),
}: ViesAccess): Vies {
  const ask = async (number: UnionNumber, requester: string | null): Promise<ViesAnswer> => {
    const reply = await fetchText(`${url.replace(/\/+$/, '')}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        countryCode: viesCountry(number.country),
        vatNumber: number.vat,
        ...(requester === null ? {} : { requesterMemberStateCode: viesCountry(HOME), requesterNumber: requester }),
      }),
      signal: timeLimit(),
    })
    if ('failure' in reply) return { kind: 'unavailable', reason: reply.failure }
    const answer: ViesAnswer =
      reply.status === 200 ? readAnswer(reply.text, number) : { kind: 'unavailable', reason: `http-${reply.status}` }
    if (answer.kind === 'answered') await pause.answered()
    else if (wantsPause(reply) || BLOCKED.includes(answer.reason)) await pause.begin(answer.reason, reply.retryAfter)
    return answer
  }
  return {
    async ask(number, requester) {
      const paused = await pause.reason()
      if (paused !== null) return { kind: 'unavailable', reason: paused }
      const answer = await ask(number, requester)
      const isRequesterWrong = answer.kind === 'unavailable' && answer.reason === 'INVALID_REQUESTER_INFO'
      return isRequesterWrong && requester !== null ? ask(number, null) : answer
    },
  }
}
